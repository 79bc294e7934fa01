import type { PaymentTest } from './open-test-app.ts'

/** The mails to an address, oldest first, after all waiting events and jobs. */
export async function readMails(test: Pick<PaymentTest, 'db' | 'settle'>, { email }: { email: string }) {
  await test.settle()
  return test.db
    .selectFrom('mails')
    .select(['subject', 'text_body'])
    .where('to_address', '=', email)
    .orderBy('id')
    .execute()
}

/** The token of the link in a mail; empty without one. */
export function tokenIn(text: string | undefined): string {
  return /token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}
