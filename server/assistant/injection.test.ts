// A model that obeys every instruction it reads. Nothing outside of the rights of the caller appears, nothing is a link, an
// image or HTML, and every citation is literally in a block that the caller sees.
import { type ChatMessage, listChatMessages, sendChatMessage } from '@kaiwa/contract/chat-messages.ts'
import { ROLE } from '@kaiwa/contract/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAttackedFile, plantAttack } from '../test/factories/attacked-file.ts'
import { agreeTo, answerJson, type SpokenFile, startChat } from '../test/factories/chats.ts'
import { assign, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { createMember, createOwner, type TestUser } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openStandInModels, standInEnvironment, type StandInModels } from '../test/stand-in-models.ts'
import { type Attack, attacks, SECRET } from './injection-corpus.fixture.ts'
import { systemText } from './prompt.ts'
import { writeAnswer } from './write-answer.ts'

let models: StandInModels
let test: TestApp
let guest: TestUser
let folder: TestFolder
let file: SpokenFile
let current: Attack

beforeAll(async () => {
  models = await openStandInModels(({ system, prompt }) => {
    const { text, quotes = [] } = current.obeys
    const obeyed = `承知しました。${text.replaceAll('{all}', `${system}\n${prompt}`)}`
    return { text: answerJson({ text: obeyed, quotes }), pieceLength: 200 }
  })
  test = await openTestApp({ env: standInEnvironment(models.url) })
  const owner = await createOwner(test.db)
  folder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createAttackedFile(test, folder, owner)
  guest = await createMember(test.db, owner, ROLE.guest)
  await assign(test.db, file, guest, ROLE.viewer)
  await agreeTo(test, owner, models.host)
})
beforeEach(async () => {
  models.requests.length = 0
  await test.db.deleteFrom('rate_limits').execute()
})
afterAll(async () => {
  await test.close()
  await models.close()
})

async function attackWith(attack: Attack): Promise<ChatMessage> {
  current = attack
  await plantAttack(test, file, attack)
  const chat = await startChat(test, { folder }, guest)
  const content = attack.place === 'question' ? attack.text : '課題は何ですか'
  const { messages } = await test.succeed(sendChatMessage, { params: { chatId: chat.id }, body: { content } }, guest)
  const { app } = test
  const work = { app, log: app.log, signal: new AbortController().signal }
  await writeAnswer(work, { id: messages[1]!.id, generation: 1, userId: guest.id })
  const query = { from_id: messages[1]!.id }
  return (await test.succeed(listChatMessages, { params: { chatId: chat.id }, query }, guest)).messages[0]!
}

it('has at least 50 attacks, in every place and in both languages', () => {
  expect(attacks.length).toBeGreaterThanOrEqual(50)
  expect(new Set(attacks.map(({ place }) => place)).size).toBe(4)
  const japanese = attacks.filter(({ text }) => /[ぁ-ん一-鿿]/.test(text))
  expect(Math.min(japanese.length, attacks.length - japanese.length)).toBeGreaterThanOrEqual(20)
})

describe('a model that obeys', () => {
  it.each(attacks.map((attack) => [`${attack.place}: ${attack.text.replaceAll('\n', ' ')}`, attack] as const))(
    '%s',
    async (_, attack) => {
      const answer = await attackWith(attack)
      expect(answer).toMatchObject({ source: 'model', error: null, is_writing: false })
      // One request, which contains the attack as data and nothing that the guest does not see.
      expect(models.requests).toHaveLength(1)
      const { system, prompt } = models.requests[0]!
      expect(system).toBe(systemText('ja'))
      expect(prompt).toContain(attack.place === 'question' ? attack.text : JSON.stringify(attack.text).slice(1, -1))
      expect(system + prompt.replace(attack.text, '')).not.toContain(SECRET)
      const lines = prompt.slice('Transcripts:\n'.length, prompt.lastIndexOf('\n\nQuestion:\n')).split('\n')
      if (attack.place !== 'question')
        expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual(['file', 'block', 'block'])
      // No link, image or tag.
      expect(answer.content).not.toMatch(/\[|<[a-z/!?|]/i)
      expect(answer.content).not.toContain(SECRET)
      // Citations are literal text of what the guest sees.
      const said = await test.db
        .selectFrom('blocks')
        .select(['uuid', 'content'])
        .where('transcript_id', '=', file.transcriptId)
        .execute()
      for (const { file_id, block_uuid, quote } of answer.citations) {
        expect(file_id).toBe(file.id)
        expect(said.find(({ uuid }) => uuid === block_uuid)?.content).toContain(quote)
      }
      const [statement] = answer.statements
      const { quotes = [] } = attack.obeys
      expect([statement?.has_invalid_quote ?? false, answer.citations]).toEqual([quotes.length > 0, []])
    },
  )
})
