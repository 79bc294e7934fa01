// Temporary disk space for jobs. It is in the data folder, which has room for gigabytes and where moving a result into
// the storage is a rename. Each process works in its own folder and touches it regularly. Any process that shares the
// data folder removes a folder whose time does not change while it is observed. This needs no process ids and no
// synchronised clocks, so it also works between containers and after a power cut.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT = 5_000
/** Several beats, so that a live process has touched its folder in between. */
const LOOK = 30_000
/** After a machine wakes from sleep its processes continue in any order, so one observation is not enough. */
const LOOKS_WITHOUT_A_BEAT = 2

export interface WorkFolders {
  /** Runs `work` with an empty folder that is deleted afterwards; if this process is killed, another one deletes it. */
  withFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>
  /** An empty folder for long-lived work: deleted when this process ends, in any way, unless removed before. */
  openFolder: () => Promise<string>
  /** Checks the folders of all processes once, and removes those that did not change during the last checks. */
  look: () => Promise<void>
  close: () => Promise<void>
}

function lastBeat(path: string): Promise<number | null> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
}

/** `root` is created on first use. */
export function openWorkFolders(root: string, beat = BEAT): WorkFolders {
  const id = randomUUID()
  const own = join(root, id)
  const seen = new Map<string, { at: number; looks: number }>()
  let beating: NodeJS.Timeout | undefined

  const settleIn = async (): Promise<void> => {
    await mkdir(own, { recursive: true, mode: 0o700 })
    beating ??= setInterval(() => {
      const now = new Date()
      void utimes(own, now, now).catch(() => {})
    }, beat).unref()
  }

  const openFolder = async (): Promise<string> => {
    await settleIn()
    return mkdtemp(join(own, 'work-'))
  }

  return {
    openFolder,
    withFolder: async (work) => {
      const folder = await openFolder()
      try {
        return await work(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    look: async () => {
      const names = await readdir(root).catch((): string[] => [])
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name)
      for (const name of names) {
        if (name === id) continue
        const at = await lastBeat(join(root, name))
        const before = seen.get(name)
        const looks = before && before.at === at ? before.looks + 1 : 0
        if (looks >= LOOKS_WITHOUT_A_BEAT) await rm(join(root, name), { recursive: true, force: true })
        else if (at !== null) seen.set(name, { at, looks })
      }
    },
    close: async () => {
      clearInterval(beating)
      await rm(own, { recursive: true, force: true })
    },
  }
}

/** Removes the folders of killed processes, until stopped. */
export async function keepWorkFoldersClean(folders: WorkFolders, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await folders.look()
    await sleep(LOOK, undefined, { signal, ref: false }).catch(() => {})
  }
}
