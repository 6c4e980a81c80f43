/** An announcement above every screen between two moments. */
export interface Maintenance {
  from: Date
  /** Exclusive. */
  until: Date
  text: 'specialCharacters'
}

/** The announcements, from the first day to the end of the last, in UTC. */
const maintenances: readonly Maintenance[] = [
  { from: new Date('2025-09-11T00:00:00Z'), until: new Date('2025-11-01T00:00:00Z'), text: 'specialCharacters' },
]

/** The announcement to show at this moment. */
export const maintenanceAt = (now: Date, all = maintenances): Maintenance | null =>
  all.find(({ from, until }) => from <= now && now < until) ?? null
