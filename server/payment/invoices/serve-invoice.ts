// Serves the stored PDF of an invoice below a grant. Every request checks the session and the rights of today.
import { ROLE } from '@kaiwa/contract/roles.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { actorOfSession } from '../../accounts/sessions/authenticate.ts'
import type { App } from '../../platform/app.ts'
import { databaseTime } from '../../platform/database/clock.ts'
import { isAdmittedOperator } from '../../platform/http/assert-operator.ts'
import { attachment } from '../../platform/http/file-answer.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type InvoiceGrant, readInvoiceGrant } from './invoice-grant.ts'
import { findInvoice, type InvoiceRow } from './store/invoices.ts'

/** Whether the person of the grant may still read the invoice: an operator, or the owner of its workspace. */
async function isGranted(app: App, { sessionId }: InvoiceGrant, invoice: InvoiceRow): Promise<boolean> {
  const actor = await actorOfSession(app.db, sessionId)
  if (!actor) return false
  return (
    isAdmittedOperator(app.config, actor) ||
    (actor.workspaceRole === ROLE.owner && actor.workspaceId === invoice.workspace_id)
  )
}

async function send(app: App, segment: string, reply: FastifyReply): Promise<FastifyReply> {
  const grant = readInvoiceGrant(segment, app.config.secret)
  if (!grant || grant.expires * 1000 < (await databaseTime(app.db)).getTime()) throw new Refusal('E_NOT_FOUND')
  const invoice = await findInvoice(app.db, grant.invoiceId)
  if (!invoice?.pdf_key || !(await isGranted(app, grant, invoice))) throw new Refusal('E_NOT_FOUND')
  const head = await app.storage.head(invoice.pdf_key)
  if (!head) throw new Refusal('E_NOT_FOUND')
  reply.headers({
    'content-type': 'application/pdf',
    'content-length': head.size,
    'content-disposition': attachment(`${invoice.number}.pdf`),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
  return reply.send(await app.storage.get(invoice.pdf_key))
}

export function invoicePlugin(http: FastifyInstance, app: App): void {
  http.route<{ Params: { grant: string } }>({
    method: 'GET',
    url: '/media/invoices/:grant/:name',
    // Not logged: an address is as good as a session while its grant is valid.
    logLevel: 'warn',
    exposeHeadRoute: false,
    handler: (request, reply) => send(app, request.params.grant, reply),
  })
}
