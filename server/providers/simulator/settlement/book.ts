import { AccountSettings, type Flaw, isSettlementLine } from './records.ts'

/** What was asked of settling, computed from the lines of the simulator's file like everything else there. */
export interface SettlementBook {
  record(line: { type: string }): void
  /** The moments at which a day of an account was closed before its end, in order. */
  cuts(account: string): readonly Date[]
  flaws(account: string): readonly GivenFlaw[]
  settings(account: string): AccountSettings
  /** Since when its files are mailed to where they are now; null where they are not. */
  mailedSince(account: string): Date | null
  isMailed(account: string, path: string): boolean
  /** Where the merchant has put a file. */
  placeOf(account: string, path: string): string
  /** Accounts that were asked for something. */
  accounts(): Iterable<string>
  /** Grows with each change of what files say. */
  readonly version: number
}
export interface GivenFlaw extends Flaw {
  at: Date
}

export function emptySettlement(): SettlementBook {
  const cuts: { at: Date; account: string | undefined }[] = []
  const flaws = new Map<string, GivenFlaw[]>()
  const settings = new Map<string, AccountSettings & { since: Date }>()
  const mailed = new Set<string>()
  const moved = new Map<string, string>()
  let version = 0
  return {
    record(line) {
      if (!isSettlementLine(line)) return
      if (line.type === 'settlement_mailed') {
        mailed.add(`${line.account} ${line.path}`)
        return
      }
      version += 1
      const at = new Date(line.at)
      if (line.type === 'settlement_cut') cuts.push({ at, account: line.account })
      else if (line.type === 'settlement_flaw')
        flaws.set(line.account, [...(flaws.get(line.account) ?? []), { ...line.flaw, at }])
      else if (line.type === 'settlement_heal') flaws.delete(line.account)
      else if (line.type === 'settlement_moved') moved.set(`${line.account} ${line.path}`, line.to)
      else settings.set(line.account, { ...line.settings, since: at })
    },
    cuts: (account) => cuts.flatMap((cut) => ((cut.account ?? account) === account ? [cut.at] : [])),
    flaws: (account) => flaws.get(account) ?? [],
    settings(account) {
      const { since: _, ...given } = settings.get(account) ?? { since: null, ...AccountSettings.parse({}) }
      return given
    },
    mailedSince(account) {
      const given = settings.get(account)
      return given?.mail_to && given.smtp_url ? given.since : null
    },
    isMailed: (account, path) => mailed.has(`${account} ${path}`),
    placeOf: (account, path) => moved.get(`${account} ${path}`) ?? path,
    accounts: () => new Set([...flaws.keys(), ...settings.keys()]),
    get version() {
      return version
    },
  }
}
