import { localText } from '#contract/kit/zoned-day.ts'

/** A reminder as it was planned, and what the model has made of it: empty while it is planned. */
export interface ModelReminder {
  unit: string
  time: number
  at: number
  became: string
}

const hour = 3_600_000

/** What is expected of the reminders of one invoice, in plain numbers: a customer in a zone, awake from 8 to 21. */
export class ReminderModel {
  readonly timeZone: string
  readonly reminders: readonly ModelReminder[]
  isPaid = false
  lastAt: number | null = null

  constructor(timeZone: string, reminders: readonly Omit<ModelReminder, 'became'>[]) {
    this.timeZone = timeZone
    this.reminders = reminders
      .map((one) => ({ ...one, became: '' }))
      .toSorted((a, b) => a.at - b.at || (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : a.time - b.time))
  }

  /** A worker looks at it at this moment. */
  work(now: number): void {
    const due = this.reminders.filter(({ at, became }) => became === '' && at <= now)
    const latest = due.pop()
    if (!latest) return
    const isOld = now - latest.at > 7 * 24 * hour
    for (const one of due) one.became = this.isPaid ? 'paid' : isOld ? 'too_old' : 'superseded'
    const sinceLast = this.lastAt === null ? Number.POSITIVE_INFINITY : now - this.lastAt
    if (this.isPaid) latest.became = 'paid'
    else if (isOld) latest.became = 'too_old'
    else if (sinceLast < 22 * hour) latest.became = 'too_soon'
    else if (sinceLast >= 24 * hour && this.#isAwake(now)) {
      latest.became = 'sent'
      this.lastAt = now
    }
  }

  #isAwake(now: number): boolean {
    const local = Number(localText(new Date(now), this.timeZone).slice(11, 13))
    return local >= 8 && local < 21
  }
}
