// Generates a workspace of any size for seeds and benchmarks: files of Japanese talk with a realistic word
// distribution, where few words are frequent and most are rare. The same seed gives the same talk.
import { normalise } from '@kaiwa/language'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { randomNumbers } from '../random-numbers.ts'
import { createFolder, fillFolder, type TestFolder } from './items.ts'
import type { TestUser } from './users.ts'

const KANJI = [
  ...'会議議事録案件見積契約予算顧客営業資料提案来週今月納期確認連絡打合価格導入運用開発設計担当部長課題報告進捗品質検討機能要件仕様書送付返信電話訪問東京大阪名古屋支店本社工場製造物流在庫発注請求支払税務経理人事採用研修教育評価目標計画戦略市場調査分析比較競合優位差別化広告宣伝媒体新規既存継続解約更新期間条件法律規約個人情報保護安全管理責任体制組織変更改善効率自動化省力削減費用効果測定結果数字売上利益率成長年度四半期前後左右上下内外長短高低強弱',
]
const KATAKANA =
  'システム,データ,ミーティング,スケジュール,プロジェクト,メール,サーバー,クラウド,セキュリティ,コスト,プラン,サービス,サポート,ユーザー,アカウント,テスト,リリース,デモ,マニュアル,コミュニケーション,プレゼンテーション,アップデート,ｶﾀﾛｸﾞ,ﾃﾞｰﾀﾍﾞｰｽ,Excel,ＰＤＦ,CRM,API,Kaiwa'.split(
    ',',
  )
const GLUE =
  'の,は,を,に,が,で,と,も,から,まで,という,について,として,によって,ですけれども、,と思いますので、,なんですが、,あと'.split(
    ',',
  )
const ENDS =
  'です。,ます。,ですね。,お願いします。,と思います。,ありがとうございます。,でしょうか。,になります。,ということですね。,かなと。'.split(
    ',',
  )

/** Random index below `length`; the n-th has a probability proportional to 1/n. */
function uneven(random: () => number, length: number): number {
  return Math.min(length, Math.floor(length ** random())) - 1
}

function pick(random: () => number, list: readonly string[]): string {
  return list[uneven(random, list.length)] ?? ''
}

const WORDS = 40_000

function noun(random: () => number): string {
  const rank = uneven(random, WORDS)
  const at = (Math.imul(rank + 1, 2_654_435_761) >>> 0) % (KANJI.length * KANJI.length)
  return `${KANJI[at % KANJI.length]}${KANJI[Math.floor(at / KANJI.length)]}`
}

/** Text of one block: about sixty characters. */
export function talk(random: () => number): string {
  let text = ''
  while (text.length < 50) {
    for (let words = 2 + Math.floor(random() * 3); words > 0; words -= 1) {
      const kind = random()
      if (kind < 0.7) text += noun(random)
      else if (kind < 0.95) text += pick(random, KATAKANA)
      else text += String(Math.floor(random() * 10_000))
      text += pick(random, GLUE)
    }
    text += pick(random, ENDS)
  }
  return text
}

const FILES_PER_FOLDER = 100
const FILES_PER_BATCH = 20

async function transcribe(trx: Trx, fileIds: readonly number[], blocks: number, random: () => number): Promise<void> {
  const { rows: transcripts } = await sql<{ id: number }>`
    insert into transcripts (file_id, status, language, revision, block_count)
    select id, 'completed', 'ja', 1, ${blocks}::integer from unnest(${fileIds}::integer[]) id returning id
  `.execute(trx)
  const text = transcripts.flatMap(({ id }) =>
    Array.from({ length: blocks }, (_, place) => ({ id, place, text: talk(random) })),
  )
  await sql`
    with new as materialized (
      select * from unnest(${text.map(({ id }) => id)}::integer[], ${text.map(({ place }) => place)}::integer[],
        ${text.map(({ text }) => text)}::text[], ${text.map(({ text }) => normalise(text))}::text[])
        as new (transcript_id, place, content, normal)
    ), made as (
      insert into blocks (transcript_id, uuid, position, start_time, end_time, content)
      select transcript_id, gen_random_uuid(), place, place * 8, place * 8 + 8, content from new
      returning id, transcript_id, position
    )
    insert into block_texts (block_id, transcript_id, position, normal)
    select made.id, made.transcript_id, made.position, new.normal
    from made join new on new.transcript_id = made.transcript_id and new.place = made.position
  `.execute(trx)
}

/**
 * Creates `blocks` blocks in files of `blocksPerFile` and folders of a hundred files. Builds the index at the end,
 * which is five times as fast as row by row.
 */
export async function fillWorkspace(
  db: Db,
  root: TestFolder,
  { creator, blocks, blocksPerFile = 500 }: { creator: Pick<TestUser, 'id'>; blocks: number; blocksPerFile?: number },
): Promise<TestFolder[]> {
  const random = randomNumbers(1)
  const files = Math.ceil(blocks / blocksPerFile)
  const folders: TestFolder[] = []
  for (let made = 0; made < files; made += FILES_PER_FOLDER) {
    const folder = await createFolder(db, root, { creator })
    await fillFolder(db, folder, { creator, count: Math.min(FILES_PER_FOLDER, files - made) })
    folders.push(folder)
  }
  await db.transaction().execute(async (trx) => {
    const { rows: made } = await sql<{ id: number }>`
      update files set last_updated_at = now() - (id * 7919 % 10007) * interval '1 minute'
      where project_id = any(${folders.map(({ projectId }) => projectId)}::integer[]) returning id
    `.execute(trx)
    const { rows: definitions } = await sql<{ definition: string }>`
      select pg_get_indexdef('block_texts_grams'::regclass) as definition
    `.execute(trx)
    await sql`drop index block_texts_grams`.execute(trx)
    for (let at = 0; at < made.length; at += FILES_PER_BATCH)
      await transcribe(
        trx,
        made.slice(at, at + FILES_PER_BATCH).map(({ id }) => id),
        blocksPerFile,
        random,
      )
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
    await sql.raw(definitions[0]?.definition ?? '').execute(trx)
  })
  await sql`vacuum (analyze) block_texts`.execute(db)
  await sql`analyze`.execute(db)
  return folders
}

/**
 * Fills the transcript of every file of a folder: one block for each unnamed voice, and one block of one of `named`
 * speakers, in rotation.
 */
export async function fillTranscripts(
  db: Db,
  { projectId }: TestFolder,
  { named, voicesPerFile }: { named: number; voicesPerFile: number },
): Promise<void> {
  await sql`
    with place as (
      select files.id, files.workspace_id, row_number() over (order by id) as number from files where project_id = ${projectId}
    ), people as (
      insert into speakers (workspace_id, name, is_manual)
      select (select workspace_id from place limit 1), '担当者' || nth, true from generate_series(1, ${named}::integer) nth
      returning id
    ), person as (
      select id, row_number() over (order by id) as number from people
    ), voice as (
      select place.id as file_id, place.workspace_id, nth as number, nextval(pg_get_serial_sequence('speakers', 'id'))::integer as id
      from place, generate_series(1, ${voicesPerFile}::integer) nth
    ), voices as (
      insert into speakers (id, workspace_id, name, is_manual) overriding system value
      select id, workspace_id, '話者' || number, false from voice
    ), transcript as (
      insert into transcripts (file_id, status, language, revision, block_count)
      select id, 'completed', 'ja', 1, ${voicesPerFile}::integer + 1 from place returning id, file_id
    ), members as (
      insert into project_speakers (project_id, speaker_id)
      select ${projectId}::integer, id from people union all select ${projectId}::integer, id from voice
    ), text as (
      select transcript.id, voice.id as speaker_id, voice.number from transcript join voice using (file_id)
      union all
      select transcript.id, person.id, 0 from transcript join place on place.id = transcript.file_id
      join person on person.number = place.number % ${named}::integer + 1
    )
    insert into blocks (transcript_id, uuid, position, start_time, end_time, content, speaker_id)
    select id, gen_random_uuid(), number, number * 8, number * 8 + 8, 'お世話になっております。', speaker_id from text
  `.execute(db)
  await sql`analyze`.execute(db)
}
