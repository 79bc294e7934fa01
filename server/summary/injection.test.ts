// A model that obeys every instruction it reads. Nothing that the reader does not see appears, nothing is a link or HTML,
// and every item cites what was literally said.
import { getSummary, type Summary } from '@kaiwa/contract/summaries.ts'
import { SUMMARY_PARTS } from '@kaiwa/contract/summary-words.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Attack, attacks, SECRET } from '../assistant/injection-corpus.fixture.ts'
import { createAttackedFile, plantAttack } from '../test/factories/attacked-file.ts'
import { agreeTo, blocksIn, type SpokenFile } from '../test/factories/chats.ts'
import { createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { generate, partsIn, summaryJson, switchOn } from '../test/factories/summaries.ts'
import { createOwner, type TestOwner } from '../test/factories/users.ts'
import { openTestApp, type TestApp } from '../test/open-test-app.ts'
import { openStandInModels, standInEnvironment, type StandInModels } from '../test/stand-in-models.ts'
import { systemText } from './prompt.ts'

let models: StandInModels
let test: TestApp
let owner: TestOwner
let file: SpokenFile
let current: Attack

beforeAll(async () => {
  models = await openStandInModels((request) => {
    const { system, prompt } = request
    const { text, quotes = [] } = current.obeys
    const obeyed = `承知しました。${text.replaceAll('{all}', `${system}\n${prompt}`)}`
    const real = { block: blocksIn(request)[1]!.block, quote: '議事録の作成' }
    // One item with the quotes of the attack, and one that also has a real one.
    const items = [
      { text: obeyed, quotes, owner: obeyed, due: obeyed },
      { text: obeyed, quotes: [...quotes, real], owner: obeyed, due: obeyed },
    ]
    const sections = [
      { text: obeyed, block: quotes[0]?.block ?? 'b99' },
      { text: obeyed, block: real.block },
    ]
    return {
      text: summaryJson(request, { overview: items, decisions: items, to_dos: items, sections }),
      pieceLength: 2_000,
    }
  })
  test = await openTestApp({ env: standInEnvironment(models.url) })
  owner = await createOwner(test.db, { plan: 'business' })
  const folder: TestFolder = await createFolder(test.db, rootOf(owner), { creator: owner })
  file = await createAttackedFile(test, folder, owner)
  await agreeTo(test, owner, models.host)
  await switchOn(test, owner)
})
beforeEach(async () => {
  models.requests.length = 0
  await test.db.deleteFrom('rate_limits').execute()
})
afterAll(async () => {
  await test.close()
  await models.close()
})

async function attackWith(attack: Attack): Promise<Summary> {
  current = attack
  await plantAttack(test, file, attack)
  await generate(test, file, owner)
  await test.settle()
  return test.succeed(getSummary, { params: { fileId: file.id } }, owner)
}

/** A summary takes no text from its reader, so attacks in a question have no place. */
const planted = attacks.filter(({ place }) => place !== 'question')

describe('a model that obeys', () => {
  it('has attacks in every place', () => {
    expect(planted.length).toBeGreaterThanOrEqual(40)
    expect(new Set(planted.map(({ place }) => place))).toEqual(new Set(['transcript', 'title', 'speaker']))
  })

  it.each(planted.map((attack) => [`${attack.place}: ${attack.text.replaceAll('\n', ' ')}`, attack] as const))(
    '%s',
    async (_, attack) => {
      const { parts } = await attackWith(attack)
      expect(parts.map(({ status }) => status)).toEqual(SUMMARY_PARTS.map(() => 'ready'))
      expect(models.requests.map((request) => partsIn(request))).toEqual(SUMMARY_PARTS.map((part) => [part]))
      for (const { system, prompt } of models.requests) {
        expect(system).toBe(systemText('ja'))
        expect(prompt).toContain(JSON.stringify(attack.text).slice(1, -1))
        expect(system + prompt.replace(attack.text, '')).not.toContain(SECRET)
        const lines = prompt.slice('Transcript:\n'.length, prompt.lastIndexOf('\n\nLists to write:')).split('\n')
        expect(lines.map((line) => Object.keys(JSON.parse(line) as object)[0])).toEqual(['file', 'block', 'block'])
      }
      const said = await test.db
        .selectFrom('blocks')
        .select(['uuid', 'content'])
        .where('transcript_id', '=', file.transcriptId)
        .execute()
      for (const { part, items } of parts) {
        // The item without a real quote was dropped; a section may begin at any block that exists.
        if (part !== 'sections') expect(items).toHaveLength(1)
        for (const { text, owner: person, due, citations, block_uuid } of items) {
          for (const written of [text, person ?? '', due ?? '']) {
            expect(written).not.toMatch(/\[|<[a-z/!?|]|\n/i)
            expect(written).not.toContain(SECRET)
          }
          if (part === 'sections') expect(said.map(({ uuid }) => uuid)).toContain(block_uuid)
          else expect(citations.map(({ quote }) => quote)).toEqual(['議事録の作成'])
          for (const { file_id, block_uuid: uuid, quote } of citations) {
            expect(file_id).toBe(file.id)
            expect(said.find((one) => one.uuid === uuid)?.content).toContain(quote)
          }
        }
      }
    },
  )
})
