/** Yields what `source` yields, and asks it for the next one while the current one is used. */
export async function* ahead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done === true) return
      next = source.next()
      // A consumer that stops early leaves this promise unawaited; it must not raise an unhandled rejection.
      next.catch(() => {})
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}
