// Prepares the sample workspace for the pictures of the user guide, as if it had been used for a while.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Call, openCalls } from './api-calls.ts'
import { invitePeople } from './invite-people.ts'

export interface SeededWorkspace {
  url: string
  /** Token of the sample account's session. */
  token: string
  /** URLs of pages. */
  file: string
  folder: string
  empty: string
}

const PASSWORD = 'Kaiwa-demo1!'
const EMAIL = 'demo@kaiwa.example'
const TIMEOUT_MS = 1_800_000

interface Node {
  id: number
  resource_id: number
  is_root_item: boolean
  children: Node[]
}
interface Row {
  id: number
  is_project: boolean
  status: string
}
interface Transcript {
  transcript: { id: number; block_order: string[] }
  blocks: Record<string, { content: string; speaker_id: number }>
}

async function signIn(url: string) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD, remember: false }),
  })
  return (await answer.json()) as { token: string; all_items: Node[] }
}

/** Waits for the transcript of the sample call, names its speakers, and creates sections, tags and folders. */
export async function seedWorkspace(url: string): Promise<SeededWorkspace> {
  const { token, all_items: items } = await signIn(url)
  const call = openCalls(url, token)
  const root = items[0]
  const sample = root?.children[0]
  if (!root || !sample) throw new Error('The sample workspace does not exist')
  const folders = ['北星製作所', '採用面接', 'みなと銀行']
  const made: { resource_id: number }[] = []
  for (const name of folders) made.push(await call('POST', `/items/${root.id}`, { name }))

  const file = await processed(call, sample.resource_id)
  const { transcript, blocks } = await call<Transcript>('GET', `/files/${file.id}/transcript`)
  const order = transcript.block_order
  const at = (place: number) => order[place] ?? ''
  for (const [place, name] of ['山田（ミナト商事）', '佐藤（北星製作所）'].entries()) {
    const form = new FormData()
    form.set('name', name)
    await call('POST', `/speakers/${blocks[at(place)]?.speaker_id}`, form)
  }
  for (const [place, name] of [
    [0, 'あいさつ'],
    [2, '現状の課題'],
    [10, 'ご提案'],
    [18, '次のステップ'],
  ] as const)
    if (at(place)) await call('PATCH', '/blocks/section-name', { block_uuid: at(place), section_name: name })
  const tags = {
    課題: ['とても大変です', '四十分', 'かなりの時間'],
    要望: ['話者', '検索'],
    次の行動: ['来週', '資料'],
  }
  for (const [name, words] of Object.entries(tags)) {
    const { id } = await call<{ id: number }>('POST', `/files/${file.id}/tags`, { name })
    const ranges = words.flatMap((text) => {
      const uuid = order.find((block) => blocks[block]?.content.includes(text))
      if (!uuid) return []
      return [
        {
          block_uuid: uuid,
          tag_id: id,
          offset: blocks[uuid]?.content.indexOf(text) ?? 0,
          text,
          tag_uuid: randomUUID(),
        },
      ]
    })
    if (ranges.length > 0) await call('POST', `/transcripts/${transcript.id}/tags`, { ranges })
  }
  await invitePeople(url, call, sample.id)
  await call('PUT', '/profile/settings', { settings: { is_section_opened: true, is_tag_list_opened: false } })
  return {
    url,
    token,
    file: `/projects/${sample.resource_id}/files/${file.id}`,
    folder: `/projects/${sample.resource_id}`,
    empty: `/projects/${made[0]?.resource_id}`,
  }
}

async function processed(call: Call, projectId: number): Promise<Row> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await pause(500)) {
    const { data } = await call<{ data: Row[] }>('GET', `/projects/${projectId}/files?page=1`)
    const file = data.find(({ is_project: isFolder }) => !isFolder)
    if (file?.status === 'processed') return file
    // On a busy machine a stage may time out.
    if (file?.status === 'failed') await call('POST', `/files/${file.id}/retry`, {})
  }
  throw new Error('The sample call was not transcribed')
}
