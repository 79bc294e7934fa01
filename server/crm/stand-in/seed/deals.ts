// Deals of the stand-in portal. Names of companies are invented.
import type { NewDeal } from '../store/deals.ts'
import { storedInstant } from '../values.ts'

const DAY_MS = 86_400_000
const FIRST_ID = 21_480_160_001

/** Name, stage, amount in 10,000 yen (0: none), days until the close. Stages of the second pipeline are numbers. */
const rows: readonly [string, string, number, number][] = [
  ['株式会社アオゾラ製作所 会話記録システム導入', 'presentationscheduled', 350, 45],
  ['ひまわり信用金庫 コールセンター支援', 'qualifiedtobuy', 820, 90],
  ['北斗物流株式会社 営業会議の記録', 'decisionmakerboughtin', 180, 20],
  ['株式会社さくら不動産 商談の可視化', 'appointmentscheduled', 0, 120],
  ['みなと総合病院 カンファレンス記録', 'qualifiedtobuy', 460, 100],
  ['株式会社トキワ電機 全社導入', 'contractsent', 1_250, 14],
  ['若葉学園 面談記録のデジタル化', 'presentationscheduled', 96, 60],
  ['東海ガラス工業株式会社 トライアル', 'appointmentscheduled', 0, 75],
  ['株式会社レインボー商事 インサイドセールス', 'presentationscheduled', 240, 38],
  ['山の手建設株式会社 現場打ち合わせ記録', 'qualifiedtobuy', 150, 80],
  ['Nagisa Systems 株式会社 英語会議の議事録', 'decisionmakerboughtin', 310, 25],
  ['株式会社ハルカゼ カスタマーサクセス', 'closedwon', 288, -12],
  ['西日本フーズ株式会社 店舗ヒアリング', 'appointmentscheduled', 0, 110],
  ['株式会社ミライ人材 面接記録', 'presentationscheduled', 132, 50],
  ['光陽化学株式会社 研究会議の記録', 'qualifiedtobuy', 520, 95],
  ['株式会社オーロラ旅行 予約センター', 'closedlost', 400, -30],
  ['つばめ税理士法人 顧問先面談', 'decisionmakerboughtin', 72, 18],
  ['株式会社カナリア通信 オンライン商談', 'contractsent', 640, 10],
  ['桜坂メディカル株式会社 治験面談', 'qualifiedtobuy', 880, 105],
  ['株式会社ブルーリーフ 採用面談', 'appointmentscheduled', 0, 70],
  ['大河原精機株式会社 品質会議', 'presentationscheduled', 205, 42],
  ['株式会社ツムギ編集室 取材の文字起こし', 'closedwon', 84, -5],
  ['第一港湾運送株式会社 安全会議', 'qualifiedtobuy', 165, 85],
  ['株式会社グリーンノート 広報インタビュー', 'decisionmakerboughtin', 118, 22],
  ['東都生命サービス株式会社 応対品質の評価', 'presentationscheduled', 1_800, 65],
  ['株式会社コトノハ 研修の記録', 'appointmentscheduled', 0, 130],
  ['南アルプス観光協会 会議の公開', 'closedlost', 60, -45],
  ['株式会社ヒカリ設計 施主打ち合わせ', 'contractsent', 144, 8],
  ['株式会社アオゾラ製作所 工場展開', 'appointmentscheduled', 0, 150],
  ['Kitano Logistics 倉庫業務の面談', 'qualifiedtobuy', 276, 88],
  ['株式会社ハルカゼ 年間契約の更新', '139820451', 300, 55],
  ['株式会社ツムギ編集室 席数の追加', '139820453', 42, 30],
  ['若草会計事務所 契約更新', '139820452', 66, 40],
  ['株式会社ポラリス研究所 年間契約の更新', '139820451', 480, 62],
  ['中央ベアリング株式会社 全支店への展開', '139820453', 960, 35],
  ['株式会社ソヨカゼ保育 契約更新', '139820454', 108, -3],
  ['海猫水産株式会社 利用状況の確認', '139820452', 90, 48],
  ['株式会社テンペスト警備 契約更新', '139820451', 156, 58],
  ['青山ビジネス専門学校 コース追加', '139820453', 75, 28],
  ['株式会社ユキドケ 解約の相談', '139820455', 54, -20],
]

const DETAILS: Readonly<Record<number, Record<string, string>>> = {
  0: {
    description: '営業会議と商談の録音を文字にして、全員で確認できるようにする。',
    madoguchi: '田中 美咲',
    gyoushu: 'manufacturing',
    kyougou: 'voicelog;gijiroku_master',
    riyou_ninzu: '40',
    trial_riyou: 'true',
  },
  1: { madoguchi: '小林 誠', gyoushu: 'finance', kessai_process: 'ringi', riyou_ninzu: '120' },
  2: { madoguchi: '鈴木 健太', kessaisha: '高橋 部長', yosan: '2000000', keiyaku_kikan: '12' },
  5: { kessaisha: '渡辺 取締役', yosan: '13000000', yosan_kakuho: 'true', nda: 'true', kakudo: 'a' },
  10: { madoguchi: 'Emily Carter', gyoushu: 'it', hs_next_step: '英語のデモを行う' },
  24: { kessai_process: 'board', riyou_ninzu: '600', kyoten_su: '14', gyoushu: 'finance' },
}

/** The deals as of `now`, the first one changed last. */
export function trialDeals(now: Date): NewDeal[] {
  return rows.map(([dealname, dealstage, amount, days], index) => {
    const isRenewal = /^\d+$/.test(dealstage)
    const modifiedAt = new Date(now.getTime() - index * 7 * 3_600_000)
    const close = new Date(Math.floor((now.getTime() + days * DAY_MS) / DAY_MS) * DAY_MS)
    return {
      id: String(FIRST_ID + index * 137),
      createdAt: new Date(modifiedAt.getTime() - (20 + index) * DAY_MS),
      modifiedAt,
      properties: {
        dealname,
        pipeline: isRenewal ? '71904421' : 'default',
        dealstage,
        dealtype: isRenewal ? 'existingbusiness' : 'newbusiness',
        closedate: storedInstant(close.getTime()),
        ...(amount === 0 ? {} : { amount: String(amount * 10_000) }),
        ...DETAILS[index],
      },
    }
  })
}
