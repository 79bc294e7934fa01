// Passes the text of an answer on while it is written: every 100 ms it is stored, for readers who open the chat later, and
// what is new of it is sent to the channel of the chat, directly and not through the outbox.
import { setTimeout as sleep } from 'node:timers/promises'
import { chatChannel } from '@kaiwa/contract/channels.ts'
import type { App } from '../platform/app.ts'
import { contentUpdate, type MessageRow } from './store/messages.ts'

const INTERVAL_MS = 100
/** Text of one message, in UTF-16 code units: with the escapes of JSON below the 8,000 bytes of NOTIFY. */
const MAX_TEXT = 1_000

export interface Deltas {
  /** Queues the JSON received so far. Returns immediately; a later text replaces a waiting one. */
  write: (raw: string) => void
  /** Resolves when everything was passed on. Rejects if the answer has ended. */
  end: () => Promise<void>
}

/** Thrown when the answer was ended, or another worker has claimed it. */
export class AnswerEnded extends Error {
  override name = 'AnswerEnded'
}

/** `render` turns what the model sent into text that begins with the text rendered before. */
export function openDeltas(
  { realtime }: Pick<App, 'realtime'>,
  answer: Pick<MessageRow, 'id' | 'claim' | 'chat_id'>,
  render: (raw: string) => Promise<string>,
): Deltas {
  let waiting: string | null = null
  let sent = ''
  let running: Promise<void> | null = null
  const ending = Promise.withResolvers<void>()
  // The last text does not wait for the interval.
  const pause = () => Promise.race([sleep(INTERVAL_MS), ending.promise])

  const pass = async (raw: string): Promise<void> => {
    const text = await render(raw)
    if (text.length <= sent.length || !text.startsWith(sent)) return
    const deltaFrom = (from: number) => ({
      name: 'message-delta' as const,
      data: { message_id: answer.id, from, text: text.slice(from, from + MAX_TEXT) },
      channel: chatChannel(answer.chat_id),
    })
    const isStored = await realtime.sendStored(deltaFrom(sent.length), contentUpdate(answer, text))
    if (!isStored) throw new AnswerEnded('the answer has ended')
    for (let from = sent.length + MAX_TEXT; from < text.length; from += MAX_TEXT) await realtime.send(deltaFrom(from))
    sent = text
  }

  const run = async (): Promise<void> => {
    while (waiting !== null) {
      const raw = waiting
      waiting = null
      await pass(raw)
      if (waiting !== null) await pause()
    }
  }

  return {
    write: (raw) => {
      waiting = raw
      if (running) return
      // The next text waits for the interval, also after a pause in which nothing arrived.
      running = run()
        .then(pause)
        .then(async () => run())
        .finally(() => (running = null))
      running.catch(() => {})
    },
    end: async () => {
      ending.resolve()
      while (running) await running
      await run()
    },
  }
}
