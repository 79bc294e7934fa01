// Memory of a process and its descendants from /proc, as the sum of PSS: each page is counted once, shared pages
// proportionally.

import { readdir, readFile } from 'node:fs/promises'

const INTERVAL_MILLISECONDS = 100

/**
 * The process and its descendants. Field 4 of `stat` is the parent; the name in brackets before it may contain spaces.
 */
async function treeOf(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const stats = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return { pid, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) }
    }),
  )
  const tree = [root]
  for (const parent of tree) tree.push(...stats.filter((stat) => stat.parent === parent).map(({ pid }) => pid))
  return tree
}

async function bytesOf(pid: number): Promise<number> {
  // A process that has just ended counts as 0.
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
}

/** Bytes of the process trees below `roots` at present. A process that is in two of them is counted once. */
export async function memoryOf(...roots: readonly number[]): Promise<number> {
  const trees = await Promise.all(roots.map(treeOf))
  const sizes = await Promise.all([...new Set(trees.flat())].map(bytesOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export interface MemoryWatch {
  /** Stops watching and returns the largest sum in bytes. */
  stop: () => Promise<number>
}

/** Samples the process tree below `root` ten times per second. */
export function watchMemory(root: number): MemoryWatch {
  let peak = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, await memoryOf(root))
      await new Promise((resolve) => setTimeout(resolve, INTERVAL_MILLISECONDS))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      return peak
    },
  }
}
