// A workspace that is connected to a portal of HubSpot, as its owner connects it, and writes to its deals.
import { randomUUID } from 'node:crypto'
import { connectCrm, getCrmUrl } from '@kaiwa/contract/crm.ts'
import { updateCrmDeal } from '@kaiwa/contract/crm-deals.ts'
import type { OperationInput } from '@kaiwa/contract/operation.ts'
import type { HubspotServer } from '../hubspot.ts'
import type { TestApp } from '../open-test-app.ts'
import type { Caller } from '../test-calls.ts'
import { createEditingFixture, type EditingFixture } from './editing-fixture.ts'

export type Agreement = OperationInput<typeof connectCrm>['body']

/** The owner agrees on the page of HubSpot, which sends the browser back with a code. */
export async function agree(
  test: Pick<TestApp, 'succeed'>,
  owner: Caller,
  query: { is_app?: '0' | '1' } = {},
): Promise<Agreement> {
  const { url, redirect_uri } = await test.succeed(getCrmUrl, { query }, owner)
  const { headers } = await fetch(url, { redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  return { code: searchParams.get('code') ?? '', state: searchParams.get('state') ?? '', redirect_uri }
}

export async function connectPortal(test: Pick<TestApp, 'succeed'>, owner: Caller): Promise<void> {
  await test.succeed(connectCrm, { body: await agree(test, owner) }, owner)
}

export interface CrmFixture extends EditingFixture {
  /** A deal of the portal that no other test uses. */
  dealId: string
}

/** A file of a connected workspace and a deal of its portal. */
export async function createCrmFixture(
  test: Pick<TestApp, 'db' | 'succeed'>,
  { portal }: Pick<HubspotServer, 'portal'>,
  properties: Record<string, string> = {},
): Promise<CrmFixture> {
  const fixture = await createEditingFixture(test)
  await connectPortal(test, fixture.owner)
  return { ...fixture, dealId: await portal.addDeal({ dealname: '株式会社アオゾラ製作所', ...properties }) }
}

type Body = OperationInput<typeof updateCrmDeal>['body']

/** A write to a deal; the person saw an empty deal unless `base` says otherwise. */
export function writeDeal(
  test: Pick<TestApp, 'call'>,
  { dealId, fileId, ...body }: { dealId: string; fileId: number; properties: Record<string, string> } & Partial<Body>,
  as: Caller,
) {
  const sent = { base: {}, write_key: randomUUID(), ...body, projectFileId: fileId }
  return test.call(updateCrmDeal, { params: { dealId }, body: sent }, as)
}
