/** Font size of a description in the popover, in rem. */
const SIZE = 0.75

let context: CanvasRenderingContext2D | null = null

/** Width of a description in one line of the popover, in CSS pixels. */
export function descriptionWidth(description: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) throw new Error('this browser measures no text')
  const size = SIZE * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(description).width
}
