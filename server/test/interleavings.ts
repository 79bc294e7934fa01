// R5: two people with two tabs each edit one file. A seed determines the order and the failures of network and clock.
// An oracle, a plain list of texts, applies exactly the acknowledged saves.
import { randomUUID } from 'node:crypto'
import { releaseLock, requestLock, saveBlocks } from '@kaiwa/contract/transcript-edits.ts'
import type { OperationInput } from '@kaiwa/contract/operation.ts'
import { sql } from 'kysely'
import { readFixture, type EditingFixture } from './factories/editing-fixture.ts'
import type { TestUser } from './factories/users.ts'
import type { TestApp } from './open-test-app.ts'
import { randomNumbers } from './random-numbers.ts'

interface Line {
  uuid: string
  content: string
}
interface Tab {
  user: TestUser
  version: number | undefined
  revision: number
  lines: Line[]
}
interface Save {
  tab: Tab
  lines: Line[]
  send: () => ReturnType<TestApp['call']>
}

export interface Outcome {
  saved: number
  refused: number
  lost: number
  doubled: number
}

/** Plays one order of `steps` steps and compares the file with the oracle after each of them. */
export async function playInterleaving(
  test: Pick<TestApp, 'db' | 'call' | 'succeed'>,
  fixture: EditingFixture,
  { seed, steps }: { seed: number; steps: number },
): Promise<Outcome> {
  const random = randomNumbers(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const params = { projectId: fixture.file.projectId, fileId: fixture.file.id }
  const outcome: Outcome = { saved: 0, refused: 0, lost: 0, doubled: 0 }
  const read = async () => {
    const { blocks, revision } = await readFixture(test, fixture)
    return { revision, lines: blocks.map(({ uuid, content }) => ({ uuid, content })) }
  }
  let oracle = (await read()).lines
  const tabs: Tab[] = [fixture.owner, fixture.owner, fixture.editor, fixture.editor].map((user) => ({
    user,
    version: undefined,
    revision: 0,
    lines: [],
  }))
  /** Saves whose answers were lost: their tabs send them again later. */
  const unanswered: Save[] = []

  const begin = async (tab: Tab) => {
    const body = { take_over: random() < 0.3 }
    const { status, body: answer } = await test.call(requestLock, { params, body }, tab.user)
    if (status === 200) Object.assign(tab, { version: answer.lock.version, ...(await read()) })
  }
  const edit = (tab: Tab): Save => {
    const lines = tab.lines.map((line) => ({ ...line }))
    const at = Math.floor(random() * lines.length)
    const body = (line: Line) => ({ ...line, start_time: 0, end_time: 1, terms: [], tags: [], is_break: false })
    const content = `${seed}-${Math.floor(random() * 1e9)}`
    const set: OperationInput<typeof saveBlocks>['body'] = {}
    const kind = lines.length < 3 ? 0.5 : random()
    if (kind < 0.4) {
      const line = { uuid: (lines[at] as Line).uuid, content }
      lines[at] = line
      set.blocks = [body(line)]
    } else if (kind < 0.75) {
      const line = { uuid: randomUUID(), content }
      lines.splice(at, 0, line)
      set.insert = [{ ...body(line), position: at, speaker_id: null }]
    } else {
      const [gone] = lines.splice(at, 1)
      set.delete = [(gone as Line).uuid]
    }
    const request = { ...set, revision: tab.revision, lock_version: tab.version }
    return {
      tab,
      lines,
      send: () => test.call(saveBlocks, { params: { id: fixture.transcriptId }, body: request }, tab.user),
    }
  }
  const acknowledge = async ({ tab, lines }: Save, { status, body }: Awaited<ReturnType<Save['send']>>) => {
    if (status === 409) {
      outcome.refused += 1
      tab.version = undefined
      return
    }
    if (status !== 200) throw new Error(`seed ${seed}: a save answered ${status} ${JSON.stringify(body)}`)
    outcome.saved += 1
    oracle = lines
    Object.assign(tab, { lines, revision: (body as { revision: number }).revision })
  }
  const compare = async () => {
    const { lines } = await read()
    const uuids = new Set(lines.map(({ uuid }) => uuid))
    outcome.doubled += lines.length - uuids.size
    outcome.lost += JSON.stringify(lines) === JSON.stringify(oracle) ? 0 : 1
  }

  for (let step = 0; step < steps; step += 1) {
    const tab = pick(tabs)
    const draw = random()
    if (tab.version === undefined) await begin(tab)
    else if (draw < 0.6) {
      const save = edit(tab)
      const answer = await save.send()
      const isLost = random() < 0.15
      // The server has saved it: the oracle applies it, but the tab knows only after sending it again.
      if (isLost && answer.status === 200) {
        outcome.saved += 1
        oracle = save.lines
        unanswered.push(save)
        tab.version = undefined
      } else await acknowledge(save, answer)
    } else if (draw < 0.7)
      await sql`update edit_locks set until = clock_timestamp() - interval '1 second'
        where transcript_id = ${fixture.transcriptId}`.execute(test.db)
    else if (draw < 0.8) {
      await test.call(releaseLock, { params, body: { lock_version: tab.version } }, tab.user)
      if (random() < 0.5) tab.version = undefined
    } else if (draw < 0.9) {
      // Two concurrent saves from two tabs: the database serialises them, and at most one of two conflicting ones
      // succeeds.
      const other = pick(tabs.filter((one) => one !== tab && one.version !== undefined).concat(tab))
      const rivals = other === tab ? [edit(tab)] : [edit(tab), edit(other)]
      const answers = await Promise.all(rivals.map((rival) => rival.send()))
      if (answers.filter(({ status }) => status === 200).length > 1) outcome.lost += 1
      for (const [index, rival] of rivals.entries())
        await acknowledge(rival, answers[index] as (typeof answers)[number])
    } else {
      const again = unanswered.pop()
      const answer = await again?.send()
      if (answer && answer.status !== 200 && answer.status !== 409) throw new Error(`seed ${seed}: ${answer.status}`)
    }
    await compare()
  }
  return outcome
}
