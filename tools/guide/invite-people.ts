// The colleagues and the guest in the pictures: invited, and registered with the emails of the local outbox.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from './api-calls.ts'

const PASSWORD = 'Guide-no-hito1!'
const TIMEOUT_MS = 300_000

interface Mail {
  subject: string
  text: string
}

/** The query of the newest emailed link to this page. Emails are sent by a job. */
async function linkTo(url: string, to: string, page: string): Promise<URLSearchParams> {
  const link = new RegExp(`https?://\\S+${page}\\?\\S+`)
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(300)) {
    const mails = (await (await fetch(`${url}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()) as Mail[]
    for (const { text } of mails) {
      const found = link.exec(text)?.[0]
      if (found) return new URL(found).searchParams
    }
  }
  throw new Error(`No link to ${page} was sent to ${to}`)
}

interface Person {
  last_name: string
  first_name: string
  email: string
}

/** Accepts an emailed invitation by registering with it. */
async function join(url: string, person: Person): Promise<void> {
  const invitation = (await linkTo(url, person.email, '/verify/join-project')).get('token')
  const body = JSON.stringify({ ...person, password: PASSWORD, invitation, locale: 'ja' })
  const headers = { 'content-type': 'application/json', origin: url }
  const registered = await fetch(`${url}/api/register`, { method: 'POST', headers, body })
  if (!registered.ok) throw new Error(`${person.email}: ${await registered.text()}`)
}

const MANAGER = 6
const MEMBER = 7
const EDITOR = 4
const VIEWER = 5

/** Two colleagues, a guest who edits the folder, and a pending invitation. */
export async function invitePeople(url: string, call: Call, folderItem: number): Promise<void> {
  const manager = { last_name: '高橋', first_name: '健', email: 'takahashi@minato.example' }
  const member = { last_name: '山田', first_name: '花子', email: 'yamada@minato.example' }
  const guest = { last_name: '佐藤', first_name: '由美', email: 'sato@hokusei.example' }
  await call('POST', '/workspace/members', { emails: manager.email, role: MANAGER })
  await call('POST', '/workspace/members', { emails: member.email, role: MEMBER })
  const invite = (to_email: string, temp_role_id: number) =>
    call('POST', `/projects/${folderItem}/invite-members`, { to_email, temp_role_id })
  await invite(guest.email, EDITOR)
  for (const person of [manager, member, guest]) await join(url, person)
  await invite(member.email, EDITOR)
  await invite('ito@hokusei.example', VIEWER)
}
