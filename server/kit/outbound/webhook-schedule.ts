/**
 * The delay before the next attempt to deliver a webhook, in seconds, or null when it is given up.
 *
 * `attempt` is the number of attempts so far: 0 gives 0, since the first is sent at once. Then 5 s, 30 s, 5 min, 30
 * min, 2, 5, 10, 14, 20 and 24 h, then daily, each ±10 % by `random` (0 to 1), as long as the attempt falls within 7
 * days of the first one. A receiver's Retry-After lengthens the delay, to at most 24 h, and never shortens it.
 */
export function retryDelaySeconds(attempt: number, random: number, since: RetrySince = {}): number | null {
  const scheduled = (delays[attempt] ?? day) * (0.9 + 0.2 * random)
  const delay = Math.max(scheduled, Math.min(since.retryAfterSeconds ?? 0, day))
  const elapsed = since.firstAttemptSeconds ?? nominalSeconds(attempt)
  return elapsed + delay > lastDay ? null : delay
}

export interface RetrySince {
  /** Seconds from the first attempt to now; as planned when absent. */
  firstAttemptSeconds?: number | undefined
  /** The Retry-After of the receiver's last answer. */
  retryAfterSeconds?: number | undefined
}

const [minute, hour, day] = [60, 3600, 86_400]
const lastDay = 7 * day

const delays = [0, 5, 30, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

/** The time of the last of `attempts` attempts without jitter. */
const nominalSeconds = (attempts: number) =>
  Array.from({ length: attempts }, (_, at) => delays[at] ?? day).reduce((sum, delay) => sum + delay, 0)
