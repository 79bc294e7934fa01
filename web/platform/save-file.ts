/** Downloads a file in the browser. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the download has started; without this the content would stay in memory while the page is open.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
