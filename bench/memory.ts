import { readFileSync, writeFileSync } from 'node:fs'

/** Megabytes that a process holds now, and the most that it has held since {@link forgetPeak}. */
export function memoryOf(pid: number): { nowMb: number; peakMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { nowMb: of('VmRSS'), peakMb: of('VmHWM') }
}

/** Resets the peak that Linux keeps for the process. */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The peak of a child, which may have ended meanwhile. */
export function peakOf(pid: number): number {
  try {
    return memoryOf(pid).peakMb || 0
  } catch {
    return 0
  }
}
