// Files that the system opens with the installed app. Each launch has its own window, at the page that the manifest names.

interface LaunchParams {
  readonly files?: readonly FileSystemFileHandle[]
}

declare global {
  interface Window {
    launchQueue?: { setConsumer: (consumer: (params: LaunchParams) => void) => void }
  }
}

let opened: readonly File[] = []

/** Files that the system opened with the app, once. */
export function takeOpenedFiles(): readonly File[] {
  const files = opened
  opened = []
  return files
}

/** Called when they arrive, which may be after the page that asks for their folder is shown. */
let notify: (() => void) | null = null

export function onFilesOpened(listener: () => void): () => void {
  notify = listener
  return () => {
    if (notify === listener) notify = null
  }
}

/** Takes launches from the start of the page on. */
export function watchLaunches(): void {
  window.launchQueue?.setConsumer(({ files = [] }) => {
    const take = async () => {
      if (files.length === 0) return
      opened = await Promise.all(files.map((handle) => handle.getFile()))
      notify?.()
    }
    void take().catch(() => undefined)
  })
}
