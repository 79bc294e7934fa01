// Room on this machine's disk for what a job makes on its way: in the data folder, where gigabytes may lie and moving the
// result into the storage is a rename. A process works in a folder of its own and touches it while it lives. Whoever shares
// the data folder removes one that stands still while it is watched: that needs neither process numbers nor clocks to agree,
// so it also holds between containers, and after a power cut.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const BEAT = 5_000
/** Several beats: a process that lives has moved in between. */
const LOOK = 30_000
/** A machine that slept wakes all its processes at once, in any order: one look is not enough. */
const LOOKS_WITHOUT_A_BEAT = 2

export type WorkFolders = {
  /** Runs `work` with an empty folder that is gone afterwards; if this process is killed, another removes it. */
  withFolder: <T>(work: (folder: string) => Promise<T>) => Promise<T>
  /** An empty folder for what works on and on: gone with this process, however it ends, unless it is removed before. */
  openFolder: () => Promise<string>
  /** Looks once at the folders of all processes and removes those that did not move during the last looks. */
  look: () => Promise<void>
  close: () => Promise<void>
}

const lastBeat = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )

/** `root` is made at the first use. */
export const openWorkFolders = (root: string, beat = BEAT): WorkFolders => {
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

/** Clears up after processes that were killed, until stopped. */
export const keepWorkFoldersClean = async (folders: WorkFolders, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await folders.look()
    await sleep(LOOK, undefined, { signal, ref: false }).catch(() => {})
  }
}
