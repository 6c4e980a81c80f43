/** A part of a zip archive as it stands there. */
interface ZipPart {
  content: Buffer
  /** Whether it is deflated. */
  packed: boolean
}

const mostParts = 2_000

/** The parts of a zip by its directory, or why it is refused. Sizes that the file says of unpacked content are not trusted. */
export function zipParts(zip: Buffer): ZipPart[] | 'unreadable_file' | 'packed_too_tight' {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || end + 22 > zip.length) return 'unreadable_file'
  const count = zip.readUInt16LE(end + 10)
  if (count > mostParts) return 'packed_too_tight'
  const parts: ZipPart[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let part = 0; part < count; part++) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== 0x02014b50) return 'unreadable_file'
    const [method, size, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    if (local + 30 > zip.length || (method !== 0 && method !== 8)) return 'unreadable_file'
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    parts.push({ content: zip.subarray(from, from + size), packed: method === 8 })
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return parts
}
