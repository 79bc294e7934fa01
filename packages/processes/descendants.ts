import { execFileSync } from 'node:child_process'
import { utf8Environment } from './utf8-environment.ts'

interface ListedProcess {
  pid: number
  parent: number
  command: string
}

/** All running processes without `ps` itself. A process that has ended but was not waited for is not running. */
function listProcesses(): ListedProcess[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], {
    encoding: 'utf8',
    env: utf8Environment(),
    maxBuffer: 2 ** 26,
  })
    .split('\n')
    .flatMap((row) => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row) ?? []
      return pid === undefined || state.startsWith('Z') || command.startsWith('ps -A -o')
        ? []
        : [{ pid: Number(pid), parent: Number(parent), command }]
    })
}

/** Direct and indirect child processes of `pid` with their command lines. */
export function listDescendants(pid: number): { pid: number; command: string }[] {
  const running = listProcesses()
  const found: ListedProcess[] = []
  const add = (parent: number): void => {
    for (const child of running.filter((one) => one.parent === parent)) {
      found.push(child)
      add(child.pid)
    }
  }
  add(pid)
  return found
}

/** Process ids of the direct and indirect child processes of `pid`. */
export function descendants(pid: number): number[] {
  return listDescendants(pid).map((child) => child.pid)
}

/** Those of the processes that still run. */
export function stillRunning(pids: readonly number[]): number[] {
  const running = new Set(listProcesses().map(({ pid }) => pid))
  return pids.filter((pid) => running.has(pid))
}
