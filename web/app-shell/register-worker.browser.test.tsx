import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerWorker } from './register-worker.ts'

let saveData: boolean
let isApp: boolean
const version = Object.assign(document.createElement('meta'), { name: 'kaiwa-version', content: '1.0.0' })

beforeEach(() => {
  document.head.append(version)
  saveData = isApp = false
  vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue({} as ServiceWorkerRegistration)
  vi.spyOn(navigator, 'connection' as never, 'get').mockImplementation((() => ({ saveData })) as never)
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(() => ({ matches: isApp }) as MediaQueryList)
})
afterEach(() => {
  version.remove()
  vi.restoreAllMocks()
})

it.each([
  { saveData: false, isApp: false, isRegistered: true },
  { saveData: true, isApp: false, isRegistered: false },
  { saveData: true, isApp: true, isRegistered: true },
])('with Save-Data $saveData and in the app $isApp: $isRegistered', async (given) => {
  ;({ saveData, isApp } = given)
  expect(await registerWorker()).toBe(given.isRegistered)
  expect(navigator.serviceWorker.register).toHaveBeenCalledTimes(given.isRegistered ? 1 : 0)
})
