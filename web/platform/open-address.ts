/** Opens a page of the app from code outside of React. The history is that of the router, and needs a document. */
export async function openAddress(path: string): Promise<void> {
  const { guardedHistory } = await import('./guarded-history.ts')
  guardedHistory.push(path)
}
