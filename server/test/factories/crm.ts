// A workspace that is connected to a portal of HubSpot, as its owner connects it, and writes to its deals.
import { randomUUID } from 'node:crypto'
import { connectCrm, getCrmUrl } from '@kaiwa/contract/crm.ts'
import { updateCrmDeal } from '@kaiwa/contract/crm-deals.ts'
import type { OperationInput } from '@kaiwa/contract/operation.ts'
import type { TestApp } from '../open-test-app.ts'
import type { Caller } from '../test-calls.ts'
import type { TestOwner } from './users.ts'

/** The owner agrees on the page of HubSpot, and the code is sent back. */
export async function connectPortal(test: Pick<TestApp, 'succeed'>, owner: TestOwner): Promise<void> {
  const { url, redirect_uri } = await test.succeed(getCrmUrl, { query: {} }, owner)
  const { headers } = await fetch(url, { redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const [code, state] = [searchParams.get('code') ?? '', searchParams.get('state') ?? '']
  await test.succeed(connectCrm, { body: { code, redirect_uri, state } }, owner)
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
