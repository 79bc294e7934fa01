import { type CloudRequest, layoutCloud } from './cloud-layout.ts'

// d3-cloud only draws on the canvas and reads its pixels, which an OffscreenCanvas does as well.
function canvas() {
  return new OffscreenCanvas(1, 1) as unknown as HTMLCanvasElement
}

addEventListener('message', ({ data }: MessageEvent<CloudRequest>) => {
  postMessage(layoutCloud(data, canvas))
})
