import { posix } from 'node:path'
import ssh2, { type SFTPWrapper } from 'ssh2'
import type { SettlementFile } from './files.ts'
import { folderAttributes, type SftpTree } from './sftp-tree.ts'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** Serves a tree to one client: to list, read and move; nothing can be written or removed. */
export function serveFolders(sftp: SFTPWrapper, tree: SftpTree): void {
  const handles = new Map<number, Handle>()
  let last = 0
  function grip(handle: Handle): Buffer {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE((last += 1))
    handles.set(last, handle)
    return bytes
  }
  const held = (bytes: Buffer): Handle => (bytes.length === 4 && handles.get(bytes.readUInt32BE())) || {}
  const end = (id: number, status: keyof typeof STATUS_CODE = 'NO_SUCH_FILE'): void =>
    sftp.status(id, STATUS_CODE[status])
  /** Whatever goes wrong is an answer, not the end of the connection. */
  const answering = (id: number, work: () => Promise<void>): void => void work().catch(() => end(id, 'FAILURE'))

  const stat = (id: number, path: string): void =>
    answering(id, async () => {
      const file = tree.file(placeOf(path))
      if (file) return sftp.attrs(id, (await tree.look(file)).attributes)
      return tree.isFolder(placeOf(path)) ? sftp.attrs(id, folderAttributes) : end(id)
    })

  sftp.on('REALPATH', (id, path) => {
    const name = placeOf(path)
    sftp.name(id, [{ filename: name, longname: name, attrs: folderAttributes }])
  })
  sftp.on('STAT', stat)
  sftp.on('LSTAT', stat)
  sftp.on('FSTAT', (id, bytes) =>
    answering(id, async () => {
      const { file } = held(bytes)
      return file ? sftp.attrs(id, (await tree.look(file)).attributes) : end(id, 'FAILURE')
    }),
  )
  sftp.on('OPENDIR', (id, path) =>
    tree.isFolder(placeOf(path)) ? sftp.handle(id, grip({ left: tree.entries(placeOf(path)) })) : end(id),
  )
  sftp.on('READDIR', (id, bytes) =>
    answering(id, async () => {
      const { left } = held(bytes)
      if (!left) return end(id, 'FAILURE')
      const some = left.splice(0, 100)
      if (some.length === 0) return end(id, 'EOF')
      return sftp.name(id, await Promise.all(some.map((entry) => nameOf(entry, tree))))
    }),
  )
  sftp.on('OPEN', (id, path, flags) =>
    answering(id, async () => {
      if (flags !== OPEN_MODE.READ) return end(id, 'PERMISSION_DENIED')
      const file = tree.file(placeOf(path))
      return file ? sftp.handle(id, grip({ file, bytes: await tree.bytes(file) })) : end(id)
    }),
  )
  sftp.on('READ', (id, handle, offset, length) => {
    const { bytes } = held(handle)
    const part = bytes?.subarray(offset, offset + Math.min(length, 32_768))
    if (!part) return end(id, 'FAILURE')
    return part.length > 0 ? sftp.data(id, part) : end(id, 'EOF')
  })
  sftp.on('CLOSE', (id, bytes) => {
    if (bytes.length === 4) handles.delete(bytes.readUInt32BE())
    end(id, 'OK')
  })
  sftp.on('RENAME', (id, from, to) =>
    answering(id, async () => end(id, (await tree.move(placeOf(from), placeOf(to))) ? 'OK' : 'FAILURE')),
  )
  // A folder is there as soon as a file is in it.
  sftp.on('MKDIR', (id) => end(id, 'OK'))
  for (const verb of ['WRITE', 'REMOVE', 'RMDIR', 'SETSTAT', 'FSETSTAT', 'SYMLINK'])
    sftp.on(verb, (id: number) => end(id, 'PERMISSION_DENIED'))
}

/** What a client has open: a folder with the entries that are left to list, or a file as it was then. */
interface Handle {
  left?: (string | SettlementFile)[]
  file?: SettlementFile
  bytes?: Buffer
}

async function nameOf(entry: string | SettlementFile, tree: SftpTree) {
  const isFile = typeof entry !== 'string'
  const attrs = isFile ? (await tree.look(entry)).attributes : folderAttributes
  const filename = posix.basename(isFile ? entry.path : entry)
  const longname = `${isFile ? '-r--r--r--' : 'drwxr-xr-x'} 1 simulator simulator ${attrs.size} Jan 1 00:00 ${filename}`
  return { filename, longname, attrs }
}

const placeOf = (path: string): string => posix.resolve('/', path)
