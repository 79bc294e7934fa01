type WebkitVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Full screen with the browser's own controls, which phones require. */
export function enterFullscreen(video: WebkitVideo): void {
  if (video.requestFullscreen) void video.requestFullscreen().catch(() => {})
  else video.webkitEnterFullscreen?.()
}

/**
 * Inserts the player's video at the start of `container`. Returns a function that removes it without stopping playback.
 */
export function insertVideo(video: HTMLVideoElement, container: HTMLElement, title: string): () => void {
  video.setAttribute('aria-label', title)
  container.prepend(video)
  const handleFullscreen = () => {
    video.controls = document.fullscreenElement === video
  }
  document.addEventListener('fullscreenchange', handleFullscreen)
  return () => {
    document.removeEventListener('fullscreenchange', handleFullscreen)
    video.remove()
  }
}

/** Shows a picture before playback. A renewed grant changes the URL but not the picture. */
export function showPoster(video: HTMLVideoElement, address: string): void {
  if (!video.poster) video.poster = address
}
