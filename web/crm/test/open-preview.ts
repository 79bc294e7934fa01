// The dialog of the registered deal with these properties ticked.
import { expect } from 'vitest'
import type { CrmServer } from './crm-server.ts'
import { DEAL, REGISTERED } from './crm-samples.ts'
import { openFileParts } from './open-crm.tsx'

export const PATCH = `PATCH /hubspot/deals/${DEAL}`

export async function openPreview(server: CrmServer, ...names: string[]) {
  server.fileDeal = { ...server.fileDeal, deal: REGISTERED }
  server.master = { ...server.master, setting_properties: names }
  server.start()
  const { screen, player } = await openFileParts({ hasDeal: true })
  await screen.getByRole('button', { name: 'Hubspot Integration' }).click()
  const opener = screen.getByRole('button', { name: 'Edit transaction information' })
  await opener.click()
  const dialog = screen.getByRole('dialog', { name: 'Hubspot_Deals Integration' })
  const column = (title: string) => dialog.getByRole('region', { name: title })
  const preview = column('Preview')
  await expect.element(dialog.getByRole('region').first()).toBeVisible()
  const row = (label: string) => preview.getByRole('listitem', { name: label, exact: true })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  const tick = (label: string) => column('Deal Properties').getByRole('checkbox', { name: label, exact: true }).click()
  return {
    screen,
    player,
    opener,
    dialog,
    column,
    preview,
    row,
    button,
    tick,
    save: () => button('Connect to Hubspot').click(),
  }
}

/** An answer of the server that refuses. */
export function refusal(status: number, reason: string, more: object = {}, headers: Record<string, string> = {}) {
  const error = { 403: 'E_FORBIDDEN', 404: 'E_NOT_FOUND', 409: 'E_CONFLICT', 422: 'E_UNPROCESSABLE_ENTITY' }[status]
  return { status, body: { error: error ?? 'E_UNAVAILABLE', reason, ...more }, headers }
}

/** Answers calls of this name only after `release`. */
export function hold(server: CrmServer, name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held.set(name, promise)
  return () => {
    server.held.delete(name)
    resolve()
  }
}
