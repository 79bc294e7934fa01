// Files that the system opens with the installed app, by the file handlers of the manifest. Tests of shared files, which need
// the service worker, are in e2e/installed-app.test.ts.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanUp, openPage, RecordingServer } from '../recording/screen/test/recording-pages.tsx'
import { watchLaunches } from './launches.ts'
import { manifestOf } from './manifest.ts'
import { dropShared, keepShared } from './shared-cache.ts'
import SharedPage from './SharedPage.tsx'

interface Launch {
  files: readonly FileSystemFileHandle[]
}

/** What the browser calls when the system opens files; only windows of an installed app get such calls. */
let launch: (params: Launch) => void

beforeEach(async () => {
  await page.viewport(1440, 900)
  const server = new RecordingServer()
  expect(server.calls).toEqual([])
  Object.defineProperty(window, 'launchQueue', {
    configurable: true,
    value: { setConsumer: (consumer: typeof launch) => (launch = consumer) },
  })
  watchLaunches()
})
afterEach(async () => {
  Reflect.deleteProperty(window, 'launchQueue')
  await dropShared()
  const root = await navigator.storage.getDirectory()
  await root.removeEntry('opened', { recursive: true }).catch(() => undefined)
  await cleanUp()
})

/** Real files of the browser, as handles. */
async function filesOf(...names: string[]): Promise<FileSystemFileHandle[]> {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('opened', { create: true })
  return Promise.all(
    names.map(async (name) => {
      const handle = await folder.getFileHandle(name, { create: true })
      const writable = await handle.createWritable()
      await writable.write('RIFF')
      await writable.close()
      return handle
    }),
  )
}

async function openShared() {
  // The address that the file handlers of the manifest open.
  const [{ action } = { action: '' }] = manifestOf('ja').file_handlers
  expect(action).toBe('/shared')
  return openPage(action, <SharedPage />, 'appShell', 'uploads', 'home')
}

it('files that the system opened before the page was shown are in the upload dialog', async () => {
  launch({ files: await filesOf('商談.wav', '会議.mp4') })
  const screen = await openShared()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('商談.wav')).toBeVisible()
  await expect.element(dialog.getByText('会議.mp4')).toBeVisible()
})

it('files that are opened later replace those before, also with a first file of the same name', async () => {
  const screen = await openShared()
  await expect.element(screen.getByText('アップロードするファイルはありません。')).toBeVisible()
  launch({ files: await filesOf('商談.wav', '会議.mp4') })
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('会議.mp4')).toBeVisible()
  launch({ files: await filesOf('商談.wav', '面接.wav') })
  await expect.element(dialog.getByText('面接.wav')).toBeVisible()
  expect(dialog.getByText('会議.mp4').query()).toBeNull()
})

it('files that are opened while shared ones are being read are not lost', async () => {
  const match = Cache.prototype.match
  const reading = Promise.withResolvers<void>()
  const [opened] = await Promise.all([filesOf('商談.wav'), keepShared([new File(['RIFF'], '共有.wav')])])
  vi.spyOn(Cache.prototype, 'match').mockImplementation(async function match_(this: Cache, ...given) {
    await reading.promise
    return match.apply(this, given)
  })
  const screen = await openShared()
  launch({ files: opened })
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('商談.wav')).toBeVisible()
  reading.resolve()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await expect.element(dialog.getByText('商談.wav')).toBeVisible()
  expect(dialog.getByText('共有.wav').query()).toBeNull()
})

it('a launch without files changes nothing', async () => {
  const screen = await openShared()
  launch({ files: [] })
  await expect.element(screen.getByText('アップロードするファイルはありません。')).toBeVisible()
})
