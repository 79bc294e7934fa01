import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../test/show.tsx'
import { ReportDownload } from './ReportDownload.tsx'
import { readReport } from './report-state.ts'

afterEach(() => vi.restoreAllMocks())

it('keeps the focus when a download begins, is canceled and ends', async () => {
  const answers: ((response: Response) => void)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    (_, init) =>
      new Promise((resolve, reject) => {
        answers.push(resolve)
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
      }),
  )
  const report = readReport(new URLSearchParams())
  const scoped = { projectId: 3, scope: 'below' as const }
  const screen = await show(<ReportDownload scoped={scoped} report={report} total={10} exportable={10} />, 'reports')
  const start = screen.getByRole('button', { name: 'CSVをダウンロード' })
  const cancel = screen.getByRole('button', { name: 'ダウンロードを中止' })
  ;(start.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cancel).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(start).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(cancel).toHaveFocus()
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]!(Response.json({ error: 'E_NOT_FOUND' }, { status: 404 }))
  await expect.element(start).toHaveFocus()
})

it('a double-click starts a download and does not cancel it', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined))
  const report = readReport(new URLSearchParams())
  const scoped = { projectId: 3, scope: 'below' as const }
  const screen = await show(<ReportDownload scoped={scoped} report={report} total={10} exportable={10} />, 'reports')
  await userEvent.dblClick(screen.getByRole('button', { name: 'CSVをダウンロード' }))
  await expect.element(screen.getByRole('button', { name: 'ダウンロードを中止' })).toBeVisible()
})
