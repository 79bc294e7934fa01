import type { PaymentTest } from './open-test-app.ts'

type Mails = Pick<PaymentTest, 'db' | 'settle'>

/** The mails to an address, oldest first, after all waiting events and jobs. */
export async function readMails(test: Mails, { email }: { email: string }) {
  await test.settle()
  return test.db.selectFrom('mails').selectAll().where('to_address', '=', email).orderBy('id').execute()
}

/** The first link in the newest mail to an address. Throws without one. */
export async function readLink(test: Mails, person: { email: string }): Promise<URL> {
  return new URL(/http\S+/.exec((await readMails(test, person)).at(-1)?.text_body ?? '')?.[0] ?? '')
}

/** The token of the first link in the newest mail to an address; empty if the link has none. */
export async function readToken(test: Mails, person: { email: string }): Promise<string> {
  return (await readLink(test, person)).searchParams.get('token') ?? ''
}

/** The token of the link in a mail; empty without one. */
export function tokenIn(text: string | undefined): string {
  return /token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''
}
