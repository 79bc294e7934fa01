import { fileURLToPath } from 'node:url'

function path(name: string): string {
  return fileURLToPath(new URL(`../../media/${name}`, import.meta.url))
}

/** The sample account of a local installation; shown on the sign-in page. */
export const DEMO = {
  email: 'demo@kaiwa.example',
  password: 'Kaiwa-demo1!',
  lastName: '見本',
  firstName: '花子',
} as const

/** The sample operator of a local installation; shown on the sign-in page of the console. */
export const DEMO_OPERATOR = {
  email: 'operator@kaiwa.example',
  password: 'Kaiwa-operator1!',
  lastName: '運営',
  firstName: '太郎',
} as const

/** The sample recording; media/SOURCES.md states its source. */
export const SAMPLE = {
  recording: path('ja-sales-call.mp4'),
  script: path('ja-sales-call.json'),
  folder: 'サンプル',
  title: '商談サンプル',
  uuid: '6b616977-6100-4000-8000-73616d706c65',
  speakers: 2,
  engine: 'reference',
} as const
