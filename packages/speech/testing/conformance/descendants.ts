import { execFileSync } from 'node:child_process'

/** Direct and indirect child processes of `pid`, without `ps` itself. */
export function descendants(pid: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , command]) => command !== undefined && command !== 'ps')
  const found: number[] = []
  const look = (parent: number) => {
    for (const [child, of] of rows) {
      if (Number(of) !== parent) continue
      found.push(Number(child))
      look(Number(child))
    }
  }
  look(pid)
  return found
}
