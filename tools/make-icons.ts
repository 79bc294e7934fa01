// Draws the icons of the web app manifest from web/public/icon.svg, with the browser of the tests. Run it after a change of the
// icon: `node tools/with-node24.mjs --system=tests tools/make-icons.ts`. The pictures are committed.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '@kaiwa/editor/test/browser.ts'

const folder = fileURLToPath(new URL('../web/public/', import.meta.url))
const svg = await readFile(`${folder}icon.svg`, 'utf8')
/** The colour of the icon's square, which fills the whole picture of icons that systems cut to a shape. */
const color = /<rect [^>]*fill="(#[0-9a-f]{6})"/.exec(svg)?.[1]
if (!color) throw new Error('icon.svg has no square with a colour')

// An SVG without a size is drawn in 300 × 150.
const sized = svg.replace('<svg ', '<svg width="512" height="512" ')

/** Systems may cut everything outside of a circle of 80 % (W3C manifest, safe zone). */
const SAFE_ZONE = 0.8
const ICONS = [
  { name: 'icon-192', size: 192, scale: 1, isFilled: false },
  { name: 'icon-512', size: 512, scale: 1, isFilled: false },
  { name: 'icon-maskable-192', size: 192, scale: SAFE_ZONE, isFilled: true },
  { name: 'icon-maskable-512', size: 512, scale: SAFE_ZONE, isFilled: true },
  // iOS rounds the corners itself and shows transparent ones in black.
  { name: 'apple-touch-icon', size: 180, scale: 1, isFilled: true },
]

interface Icon {
  size: number
  scale: number
  background: string | null
}

/** Runs in the browser. Returns a data URL of the PNG. */
async function draw({ svg: source, size, scale, background }: Icon & { svg: string }): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(source)}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  if (background !== null) {
    context.fillStyle = background
    context.fillRect(0, 0, size, size)
  }
  const margin = (size * (1 - scale)) / 2
  context.drawImage(image, margin, margin, size * scale, size * scale)
  return canvas.toDataURL('image/png')
}

const browser = await openBrowser()
try {
  await mkdir(`${folder}icons`, { recursive: true })
  const page = await browser.newPage()
  for (const { name, size, scale, isFilled } of ICONS) {
    const url = await page.evaluate(draw, { svg: sized, size, scale, background: isFilled ? color : null })
    await writeFile(`${folder}icons/${name}.png`, Buffer.from(url.split(',')[1] ?? '', 'base64'))
  }
} finally {
  await browser.close()
}
