// N5: added time to the first character of an answer, p95, divided by the time of one save (E5). Added time: from the
// question until a socket of the chat receives the character, minus the same for a direct call of the stand-in model,
// which answers immediately.
import { chatChannel } from '@kaiwa/contract/channels.ts'
import { listChatMessages, sendChatMessage } from '@kaiwa/contract/chat-messages.ts'
import { WebSocket } from 'ws'
import { agreeTo, answerJson, chooseModelFor, createSpokenFile, startChat } from '../server/test/factories/chats.ts'
import { createFolder, rootOf } from '../server/test/factories/items.ts'
import { limitSeats } from '../server/test/factories/plans.ts'
import { remoteCalls } from '../server/test/remote-calls.ts'
import { openStandInModels, standInEnvironment } from '../server/test/stand-in-models.ts'
import { waitUntil } from './bench-program.ts'
import { openSaver } from './block-saver.ts'
import { openCalls } from './in-process-calls.ts'
import { compare, p95 } from './measure.ts'
import { IS_SHORT, loadNow } from './run-options.ts'
import { channelSubscription } from './sockets.ts'

const QUESTIONS = IS_SHORT ? 5 : 40
const SAVES = 20
/** About half an hour of speech. */
const BLOCKS = 400
const ANSWER = answerJson({ text: '課題は議事録の作成です。', quotes: [] })

const calls = await openCalls()
const { db, bench } = calls
const models = await openStandInModels(() => ({ text: ANSWER, pieceLength: ANSWER.length }))

/** Milliseconds until the stand-in sent the first text to a caller without a program in between. */
async function askDirectly(): Promise<number> {
  const content = models.requests.at(-1)?.prompt ?? ''
  const body = JSON.stringify({ model: 'local-stand-in', stream: true, messages: [{ role: 'user', content }] })
  const since = performance.now()
  const response = await fetch(`${models.url}/chat/completions`, { method: 'POST', body })
  let text = ''
  let taken = Infinity
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (taken === Infinity && text.includes('"content"')) taken = performance.now() - since
  }
  return taken
}

/** Starts the program; returns a function that opens a new chat. A chat has a maximum of messages. */
async function openProgram() {
  const { owner } = bench
  const folder = await createFolder(db, rootOf(owner), { creator: owner })
  const texts = Array.from({ length: BLOCKS }, (_, at) => `${at}番目の発言です。現在の課題は議事録の作成です。`)
  const file = await createSpokenFile({ db }, { folder, owner }, texts)
  await limitSeats(db, owner, {})
  await db.updateTable('plans').set({ chat: 1_000_000 }).where('monthly_price', '=', 1).execute()
  await agreeTo({ db }, owner, models.host)
  await chooseModelFor({ db }, owner.id, 'openai_gpt4o')
  const program = await bench.start('api,realtime,worker', standInEnvironment(models.url))
  const succeed = remoteCalls(program.url)
  return () => openChat(program.url, () => startChat({ succeed }, { folder, files: [file] }, owner))
}

/** Opens a chat with a socket; returns a function that asks one question. */
async function openChat(url: string, start: () => ReturnType<typeof startChat>) {
  const { owner } = bench
  const succeed = remoteCalls(url)
  const chat = await start()
  /** When the first text of an answer arrived, by its id. */
  const arrivals = new Map<number, number>()
  const { realtime } = bench.app
  const name = chatChannel(chat.id)
  const subscription = channelSubscription(name, (id) => realtime.authorise(owner.actor, id, name))
  const socket = new WebSocket(`${url.replace('http', 'ws')}/app/${realtime.client.key}`)
  const subscribed = Promise.withResolvers<void>()
  const receive = async (message: string) => {
    const now = performance.now()
    if (subscription.confirmation.test(message)) return subscribed.resolve()
    const { event, data } = JSON.parse(message) as { event: string; data: string }
    if (event !== 'message-delta') {
      const reply = await subscription.answer(message)
      if (reply !== null) socket.send(reply)
      return
    }
    const { message_id: id } = (typeof data === 'string' ? JSON.parse(data) : data) as { message_id: number }
    if (!arrivals.has(id)) arrivals.set(id, now)
  }
  socket.on('message', (data: Buffer) => void receive(data.toString()).catch(subscribed.reject))
  await subscribed.promise

  /** Milliseconds from the question to the first text. Returns when the answer has ended. */
  const ask = async (): Promise<number> => {
    await db.deleteFrom('rate_limits').execute()
    const params = { chatId: chat.id }
    const since = performance.now()
    const { messages } = await succeed(sendChatMessage, { params, body: { content: '課題は何ですか' } }, owner)
    const id = messages.at(-1)?.id ?? 0
    await waitUntil(async () => arrivals.has(id))
    // Asked only after the first character: earlier requests would add to the measured time, and a client with a socket does
    // not send them.
    await waitUntil(
      async () => !(await succeed(listChatMessages, { params, query: { from_id: id } }, owner)).is_processing,
    )
    return arrivals.get(id)! - since
  }
  return { ask, close: () => socket.close() }
}

try {
  const openNewChat = await openProgram()
  const saver = await openSaver(calls, 4000, SAVES)
  await compare({
    id: 'N5',
    goal: { atMost: 3 },
    async ours() {
      const added: number[] = []
      const { ask, close } = await openNewChat()
      for (let question = 0; question < QUESTIONS; question += 1) {
        const streamed = await ask()
        added.push(streamed - (await askDirectly()))
      }
      close()
      return p95(added)
    },
    peer: saver.run,
    ...(IS_SHORT ? { pairs: 2 } : {}),
    note: `p95 of ${QUESTIONS} questions about ${BLOCKS} blocks, minus the stand-in called directly, over one save; ${loadNow()}`,
  })
} finally {
  await calls.close()
  await models.close()
}
