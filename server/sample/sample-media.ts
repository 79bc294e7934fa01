import { fileURLToPath } from 'node:url'

const path = (name: string): string => fileURLToPath(new URL(`../../media/${name}`, import.meta.url))

/** The account of a local installation; the sign-in page shows it. */
export const DEMO = {
  email: 'demo@kaiwa.example',
  password: 'Kaiwa-demo1!',
  lastName: '見本',
  firstName: '花子',
} as const

/** The recording that every local installation starts with; where it is from stands in media/SOURCES.md. */
export const SAMPLE = {
  recording: path('ja-sales-call.mp4'),
  script: path('ja-sales-call.json'),
  folder: 'サンプル',
  title: '商談サンプル',
  uuid: '6b616977-6100-4000-8000-73616d706c65',
  speakers: 2,
  engine: 'reference',
} as const
