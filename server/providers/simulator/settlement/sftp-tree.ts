import { posix } from 'node:path'
import type { Attributes } from 'ssh2'
import { folders, type SettlementFile } from './files.ts'
import type { Settlement } from './settlement.ts'

/** How often a growing file is looked at before it is whole. */
const looksUntilWhole = 4

/** What a user of the SFTP server sees: folders by their paths, and files. */
export interface SftpTree {
  file(path: string): SettlementFile | undefined
  isFolder(path: string): boolean
  /** Paths of folders and files that lie right in a folder. */
  entries(path: string): (string | SettlementFile)[]
  /** The bytes that are there, and what is said of them. A growing file has a quarter more with each look. */
  look(file: SettlementFile): Promise<{ bytes: Buffer; attributes: Attributes }>
  /** The bytes that are there, without a look. */
  bytes(file: SettlementFile): Promise<Buffer>
  move(from: string, to: string): Promise<boolean>
}

/** Opens trees of accounts; how often a file was looked at is remembered over all connections. */
export function sftpTrees(settlement: Settlement): (account: string) => SftpTree {
  const looks = new Map<string, number>()
  const nameOf = ({ account, path }: SettlementFile): string => `${account} ${path}`
  const grownOf = (file: SettlementFile): number => Math.min(looksUntilWhole, looks.get(nameOf(file)) ?? 1)

  async function bytesOf(file: SettlementFile): Promise<Buffer> {
    const bytes = await file.bytes()
    return file.isGrowing ? bytes.subarray(0, Math.floor((bytes.length * grownOf(file)) / looksUntilWhole)) : bytes
  }

  return (account) => ({
    file: (path) => settlement.files(account).find((file) => file.path === path),
    isFolder: (path) =>
      path === '/' ||
      folders.includes(path.slice(1)) ||
      settlement.files(account).some((file) => file.path.startsWith(`${path}/`)),
    entries(path) {
      const prefix = path === '/' ? '/' : `${path}/`
      const files = settlement.files(account).filter((file) => file.path.startsWith(prefix))
      const below = files.map((file) => file.path.slice(prefix.length).split('/'))
      const names = below.flatMap(([name, more]) => (more === undefined ? [] : [name]))
      const folder = [...new Set([...(path === '/' ? folders : []), ...names])].sort(byText)
      return [...folder.map((name) => `${prefix}${name}`), ...files.filter((file) => posix.dirname(file.path) === path)]
    },
    async look(file) {
      if (file.isGrowing) looks.set(nameOf(file), (looks.get(nameOf(file)) ?? 0) + 1)
      const bytes = await bytesOf(file)
      return { bytes, attributes: attributesOf(file, bytes.length, file.isGrowing ? grownOf(file) : 0) }
    },
    bytes: bytesOf,
    move: (from, to) => settlement.move(account, from, to),
  })
}

/** A file that grows is younger with each look. */
function attributesOf({ at }: SettlementFile, size: number, secondsLater: number): Attributes {
  const seconds = Math.floor(at.getTime() / 1_000) + secondsLater
  return { mode: 0o100444, uid: 0, gid: 0, size, atime: seconds, mtime: seconds }
}
export const folderAttributes: Attributes = { mode: 0o040755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }
const byText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0)
