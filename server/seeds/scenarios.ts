// Named states of an installation, created with the factories of the tests: `npm run seed <scenario>`.
import type { App } from '../platform/app.ts'
import { createSample } from '../sample/create-sample.ts'
import { createFile, createFolder, rootOf, type TestFolder } from '../test/factories/items.ts'
import { fillWorkspace } from '../test/factories/large-workspace.ts'
import { createTranscript } from '../test/factories/transcripts.ts'
import { createOwner, PASSWORD } from '../test/factories/users.ts'

/** `size` is the optional number after the name. `run` returns the email to sign in with. */
interface Scenario {
  about: string
  run: (app: App, size?: number) => Promise<string>
}

/** Creates a separate workspace named after the scenario, so that scenarios do not mix. */
async function place(app: App, name: string): Promise<{ owner: { id: number }; folder: TestFolder; login: string }> {
  const email = `${name}-${Date.now()}@kaiwa.example`
  const owner = await createOwner(app.db, { email })
  const folder = await createFolder(app.db, rootOf(owner), { creator: owner, name })
  return { owner, folder, login: `${email} / ${PASSWORD}` }
}

function long(language: 'ja' | 'en', blocks: number): Scenario {
  return {
    about: `a transcript of ${blocks} blocks (${language})`,
    run: async (app) => {
      const { owner, folder, login } = await place(app, `long-${language}-${blocks}`)
      const file = await createFile(app.db, folder, { creator: owner, is_audio: true, title: `${blocks} blocks` })
      await createTranscript(app.db, file, { blocks, language })
      return login
    },
  }
}

export const scenarios: Record<string, Scenario> = {
  sample: {
    about: 'the sample workspace of a first start',
    run: async (app) => {
      await createSample(app)
      return 'demo@kaiwa.example / Kaiwa-demo1!'
    },
  },
  'long-transcript': long('ja', 4_000),
  'very-long-transcript': long('ja', 16_000),
  'long-transcript-en': long('en', 4_000),
  'full-folder': {
    about: 'a folder with 10,000 files',
    run: async (app) => {
      const { owner, folder, login } = await place(app, 'full-folder')
      for (let n = 0; n < 10_000; n += 1) await createFile(app.db, folder, { creator: owner })
      return login
    },
  },
  'large-workspace': {
    about: 'a million blocks in two thousand files; fewer with a number behind it',
    run: async (app, blocks = 1_000_000) => {
      const { owner, folder, login } = await place(app, 'large-workspace')
      await fillWorkspace(app.db, folder, { creator: owner, blocks })
      return login
    },
  },
  'every-state': {
    about: 'one file in every state that processing can leave it in',
    run: async (app) => {
      const { owner: creator, folder, login } = await place(app, 'every-state')
      for (const status of ['waiting', 'uploaded', 'processing', 'processed', 'canceled'] as const)
        await createFile(app.db, folder, { creator, status, title: status })
      for (const failed_reason of FAILED_REASONS)
        await createFile(app.db, folder, { creator, status: 'failed', failed_reason, title: failed_reason })
      return login
    },
  },
}

const FAILED_REASONS = [
  'file-not-found',
  'record-not-found',
  'no-audio-detected',
  'no-transcript',
  'max-file-size-exceeded',
  'quota-exceeded',
  'not-enough-minute',
  'pre-processing-failed',
  'transcript-failed',
  'timeout',
] as const
