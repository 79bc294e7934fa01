// Owners with a card at the payment provider, for tests that run against `openStripeServer`.
import { openMembershipCheckout } from '@kaiwa/contract/payment.ts'
import { completeSession } from '../../payment/stand-in/sessions.ts'
import type { TestApp } from '../open-test-app.ts'
import { deliverAll, type StripeServer } from '../stripe-server.ts'
import { createOwner, type TestOwner, type UserOptions } from './users.ts'

/** The id of the session in the address of its page. */
export function sessionIdOf(url: string): string {
  return new URL(url).pathname.split('/').at(-1) ?? ''
}

/** The customer enters a card on the page of a checkout. */
export function enterCard(server: Pick<StripeServer, 'act'>, url: string, number = '4242424242424242') {
  return server.act((state) => completeSession(state, sessionIdOf(url), number))
}

/** Creates an owner who becomes a member with this card. */
export async function createMemberWithCard(
  test: TestApp,
  server: StripeServer,
  { card, ...options }: UserOptions & { card?: string } = {},
): Promise<TestOwner> {
  const owner = await createOwner(test.db, { ...options, plan: 'trial' })
  const { url } = await test.succeed(openMembershipCheckout, { body: { back_url: '/' } }, owner)
  await enterCard(server, url, card)
  await deliverAll(test, server)
  return owner
}
