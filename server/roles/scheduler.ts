import type { RoleContext, Running } from './role.ts'

const TIME_ZONE = 'Asia/Tokyo'

/**
 * Sends scheduled jobs. Schedules are stored in the database, so any number of schedulers send each occurrence only
 * once.
 */
export async function startScheduler({ boss, domains }: RoleContext): Promise<Running> {
  const schedules = domains.flatMap((domain) => domain.schedules ?? [])
  const known = await boss.getSchedules()
  for (const { job, cron, data } of schedules) {
    const same = known.some(({ name, cron: expression }) => name === job.name && expression === cron)
    if (!same) await boss.schedule(job.name, cron, data ?? {}, { tz: TIME_ZONE, missed: 'once' })
  }
  for (const { name, key } of known)
    if (!schedules.some(({ job }) => job.name === name)) await boss.unschedule(name, key)
  return { stop: async () => {} }
}
