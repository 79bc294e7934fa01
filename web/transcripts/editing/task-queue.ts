export type Enqueue = <T>(task: () => Promise<T>) => Promise<T>

/** Returns a function that runs tasks in sequence, in the order of its calls, also after a failed task. */
export function taskQueue(): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task, task)
    last = next.catch(() => undefined)
    return next
  }
}
