import { readdirSync, readFileSync } from 'node:fs'

/** CPU time in microseconds, user and system together, that a process has used since it started. */
export function cpuOf(pid: number): number {
  return ticksOf(pid).own * microsecondsPerTick
}

/** The CPU time of a process with all its children, ended ones included: a PostgreSQL with its backends. */
export function cpuOfFamily(pid: number): number {
  const family = [pid, ...childrenOf(pid)]
  return family.map(ticksOf).reduce((sum, { own, ended }) => sum + own + ended, 0) * microsecondsPerTick
}

/** Linux counts CPU time in hundredths of a second; over rounds of seconds that is exact enough. */
const microsecondsPerTick = 10_000

/** Fields 14 to 17 of proc(5): user and system time of the process, and of its children that were waited for. */
function ticksOf(pid: number): { own: number; ended: number } {
  const fields = statOf(pid)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ended: endedUser + endedSystem }
}

export function childrenOf(pid: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  return all.filter((each) => Number(statOf(each)[1]) === pid)
}

/** The fields after the program's name, which may itself hold spaces; none when the process has ended. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
