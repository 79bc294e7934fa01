import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../../test/open-test-app.ts'
import { pruneMails } from '../store/mails.ts'
import type { Message } from './mail.ts'
import { requiresTls } from './send-mail.ts'

const message = {
  to: 'hanako@example.jp',
  subject: '【会話】メールアドレスの確認',
  text: '下のリンクを開いてください。\nhttps://kaiwa.example/verify?token=abc&x=1',
  html: '<p>下のリンクを開いてください。</p>',
}

function send(test: TestApp, mail: Message) {
  return test.db.transaction().execute((trx) => test.app.mail.send(trx, mail))
}

describe('with SMTP', () => {
  const received: { from: string; to: string[]; raw: string }[] = []
  let refusals = 0
  let smtp: SMTPServer
  let test: TestApp
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (refusals > 0) {
            refusals -= 1
            return done(Object.assign(new Error('try later'), { responseCode: 451 }))
          }
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString(),
          })
          done()
        })
      },
    })
    await new Promise<void>((resolve) => {
      smtp.listen(0, '127.0.0.1', () => resolve())
    })
    const { port } = smtp.server.address() as AddressInfo
    test = await openTestApp({
      domains: [],
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_FROM: 'Kaiwa <no-reply@kaiwa.example>' },
    })
  })
  afterAll(async () => {
    await test.close()
    await new Promise<void>((resolve) => {
      smtp.close(() => resolve())
    })
  })

  it('arrives unchanged, in Japanese', async () => {
    await send(test, message)
    await test.settle()
    const [mail] = received.splice(0)
    expect(mail).toMatchObject({ from: 'no-reply@kaiwa.example', to: ['hanako@example.jp'] })
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed.subject).toBe(message.subject)
    expect(parsed.text?.trim()).toBe(message.text)
    expect(parsed.html?.trim()).toBe(message.html)
    expect(parsed.from).toMatchObject({ name: 'Kaiwa', address: 'no-reply@kaiwa.example' })
  })

  it('is deleted once it is sent or given up, also from the queue', async () => {
    const remembered = async () => {
      const { rows } = await sql<{ row: string }>`
        select data::text as row from pgboss.job union all select to_jsonb(waiting_mails)::text from waiting_mails
      `.execute(test.db)
      return rows.filter(({ row }) => row.includes('token=') || row.includes(message.to))
    }
    await send(test, message)
    expect(await remembered()).toHaveLength(1)
    await test.settle()
    expect(received.splice(0)).toHaveLength(1)
    expect(await remembered()).toEqual([])
    refusals = 100
    await send(test, message)
    await test.settle({ now: true, failures: 'expected' })
    refusals = 0
    expect(await remembered()).toEqual([])
    expect(received).toEqual([])
  })

  it('with a document it is tried for three days', async () => {
    await test.app.storage.put('invoices/document.pdf', 'a document')
    const attachment = { key: 'invoices/document.pdf', name: '2026-000001.pdf' }
    // More refusals than one job has attempts.
    refusals = 20
    await send(test, { ...message, attachment })
    await test.settle({ now: true, failures: 'expected' })
    expect(refusals).toBe(0)
    const [mail] = received.splice(0)
    const [file] = (await PostalMime.parse(mail?.raw ?? '')).attachments
    expect(file).toMatchObject({ filename: '2026-000001.pdf', mimeType: 'application/pdf' })
    expect(Buffer.from(file?.content as ArrayBuffer).toString()).toBe('a document')
    refusals = 100
    await send(test, { ...message, attachment })
    await sql`update waiting_mails set created_at = now() - interval '4 days'`.execute(test.db)
    await test.settle({ now: true, failures: 'expected' })
    refusals = 0
    expect(await test.db.selectFrom('waiting_mails').select('id').execute()).toEqual([])
  })

  it('is sent after the transaction commits, not before', async () => {
    const broken = test.db.transaction().execute(async (trx) => {
      await test.app.mail.send(trx, message)
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    await test.settle()
    expect(received.splice(0)).toEqual([])
  })

  it('is sent again while the server is not ready, with the same id', async () => {
    refusals = 2
    await send(test, message)
    await test.settle({ now: true, failures: 'expected' })
    expect(refusals).toBe(0)
    const [mail] = received.splice(0)
    expect((await PostalMime.parse(mail?.raw ?? '')).messageId).toMatch(/^<[\w-]{36}@kaiwa\.example>$/)
  })

  it('ignores headers injected by the subject', async () => {
    await send(test, { ...message, subject: 'x\r\nBcc: all@example.jp\r\n\r\nbody' })
    await test.settle()
    const [mail] = received.splice(0)
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(mail?.to).toEqual(['hanako@example.jp'])
    expect(parsed.bcc).toBeUndefined()
    expect(parsed.subject).toBe('x Bcc: all@example.jp body')
  })

  it.each(['a@b.jp, c@d.jp', 'Name <a@b.jp>', 'a@b.jp\r\nBcc: c@d.jp', 'nobody', ''])(
    'is refused if the recipient is not exactly one address: %j',
    async (to) => {
      await expect(send(test, { ...message, to })).rejects.toThrow('exactly one address')
    },
  )
})

describe('without SMTP', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp({ domains: [] })
    await send(test, message)
    await send(test, { ...message, to: 'taro@example.jp', subject: '<script>alert(1)</script>' })
    await test.settle()
  })
  afterAll(() => test.close())
  const get = (url: string) => test.http.inject(url)

  it('is stored in the outbox, newest first', async () => {
    const mails = (await get('/dev/mail.json')).json<{ to: string; text: string }[]>()
    expect(mails.map(({ to }) => to)).toEqual(['taro@example.jp', 'hanako@example.jp'])
    expect((await get('/dev/mail.json?to=hanako@example.jp')).json()).toMatchObject([message])
  })

  it('can be read in a browser, with a working link and without scripts', async () => {
    const list = await get('/dev/mail')
    expect(list.headers['content-type']).toContain('text/html')
    expect(list.body).not.toContain('<script>alert')
    const [mail] = (await get('/dev/mail.json?to=hanako@example.jp')).json<{ id: number }[]>()
    const view = await get(`/dev/mail/${mail?.id}`)
    expect(view.body).toContain('href="https://kaiwa.example/verify?token=abc&amp;x=1"')
    expect((await get('/dev/mail/999')).statusCode).toBe(404)
    expect((await get('/dev/mail/x')).statusCode).toBe(404)
  })

  it.each([
    ['/dev/mail', 'ja-JP', '<html lang="ja">', '届いたメール'],
    ['/dev/mail', 'en-US', '<html lang="en">', 'Emails'],
    ['/dev/mail?locale=ja', 'en-US', '<html lang="ja">', '届いたメール'],
    ['/dev/mail?locale=fr', 'en-US', '<html lang="en">', 'Emails'],
  ])('is listed by %s of a browser in %s as %s', async (url, language, html, title) => {
    const { body } = await test.http.inject({ url, headers: { 'accept-language': language } })
    expect(body).toContain(html)
    expect(body).toContain(`<h1>${title}</h1>`)
  })

  it('keeps the raw mail', async () => {
    const { raw } = await test.db.selectFrom('mails').select('raw').executeTakeFirstOrThrow()
    expect((await PostalMime.parse(raw)).subject).toBe(message.subject)
  })

  it('keeps mails for months, and the latest 200 for longer', async () => {
    await test.db.deleteFrom('mails').execute()
    const add = (count: number, days: number) =>
      sql`insert into mails (job_id, to_address, subject, text_body, raw, created_at)
        select gen_random_uuid(), 'a@b.example', ${`${days} days`}, '', '', now() - make_interval(days => ${days})
        from generate_series(1, ${count}::integer)`.execute(test.db)
    await add(50, 400)
    await add(180, 100)
    await add(100, 1)
    await pruneMails(test.db)
    const { rows } = await sql<{ subject: string; count: number }>`
      select subject, count(*)::integer as count from mails group by subject order by min(id)`.execute(test.db)
    expect(rows).toEqual([
      { subject: '100 days', count: 100 },
      { subject: '1 days', count: 100 },
    ])
  })
})

it('has no outbox page in server mode', async () => {
  const test = await openTestApp({
    domains: [],
    env: { KAIWA_MODE: 'server', KAIWA_URL: 'https://kaiwa.example', SMTP_URL: 'smtp://127.0.0.1:1' },
  })
  for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/1'])
    expect((await test.http.inject(url)).statusCode).toBe(404)
  await test.close()
})

it('shows the outbox only to this machine', async () => {
  const test = await openTestApp({ domains: [], env: { KAIWA_DEMO: 'off', HOST: '0.0.0.0' } })
  const ask = async (remoteAddress: string) =>
    (await test.http.inject({ url: '/dev/mail.json', remoteAddress })).statusCode
  expect(await Promise.all(['127.0.0.1', '::ffff:127.0.0.1', '192.0.2.7'].map(ask))).toEqual([200, 200, 404])
  await test.close()
})

it.each([
  ['smtp://mail.example:587', true],
  ['smtp://name:password@mail.example', true],
  ['smtp://relay.internal?requireTLS=false', false],
  ['smtp://localhost:1025', false],
  ['smtp://[::1]:1025', false],
])('a mail to %s requires TLS: %s', (url, expected) => expect(requiresTls(url)).toBe(expected))
