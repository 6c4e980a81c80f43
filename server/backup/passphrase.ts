import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'
import { promisify } from 'node:util'

/** The file cannot be opened: a wrong passphrase, or it was changed or cut short. */
export class NotOpened extends Error {}

export const newSalt = (): string => randomBytes(16).toString('base64')

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
/** The key of one backup; 64 MiB and a fifth of a second, so that a passphrase is not guessed by the million. */
export const keyOf = (passphrase: string, salt: string): Promise<Buffer> =>
  derive(passphrase, Buffer.from(salt, 'base64'), 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 2 ** 27 })

/**
 * Seals a stream in pieces of 1 MiB with AES-256-GCM: each piece is bound to its place and to whether it is the last, so
 * that none can be changed, moved or left out unnoticed. `header` is bound to the first.
 */
export function sealing(key: Buffer, header: Buffer): Transform {
  let pending = Buffer.alloc(0)
  let count = 0
  const seal = (piece: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count, isLast))
    cipher.setAAD(count === 0 ? header : none)
    count += 1
    const sealed = Buffer.concat([cipher.update(piece), cipher.final()])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(sealed.length)
    return Buffer.concat([length, cipher.getAuthTag(), sealed])
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      pending = Buffer.concat([pending, chunk])
      while (pending.length > pieceBytes) {
        this.push(seal(pending.subarray(0, pieceBytes), false))
        pending = pending.subarray(pieceBytes)
      }
      done()
    },
    flush(done: TransformCallback) {
      done(null, seal(pending, true))
    },
  })
}

/** Opens what {@link sealing} has made. */
export function opening(key: Buffer, header: Buffer): Transform {
  let pending = Buffer.alloc(0)
  let count = 0
  const open = (frame: Buffer, isLast: boolean): Buffer => {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(count, isLast))
      decipher.setAAD(count === 0 ? header : none)
      decipher.setAuthTag(frame.subarray(4, frameHead))
      count += 1
      return Buffer.concat([decipher.update(frame.subarray(frameHead)), decipher.final()])
    } catch {
      throw new NotOpened('The backup cannot be opened: the passphrase is another one, or the file was changed')
    }
  }
  /** All whole frames but for the last byte of the file, which only the end tells apart. */
  function* frames(atEnd: boolean): Generator<Buffer> {
    for (;;) {
      if (pending.length < frameHead) return
      const length = frameHead + pending.readUInt32BE(0)
      if (length > frameHead + pieceBytes || pending.length < length) return
      if (pending.length === length && !atEnd) return
      const frame = pending.subarray(0, length)
      pending = pending.subarray(length)
      yield open(frame, atEnd && pending.length === 0)
    }
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      pending = Buffer.concat([pending, chunk])
      try {
        for (const piece of frames(false)) this.push(piece)
        if (pending.length > 2 * (frameHead + pieceBytes)) throw new NotOpened('The backup is not whole')
        done()
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done: TransformCallback) {
      try {
        for (const piece of frames(true)) this.push(piece)
        done(pending.length === 0 && count > 0 ? null : new NotOpened('The backup was cut short'))
      } catch (error) {
        done(error as Error)
      }
    },
  })
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(count, 8)
  nonce[0] = isLast ? 1 : 0
  return nonce
}
const none = Buffer.alloc(0)
const pieceBytes = 1 << 20
const frameHead = 20
