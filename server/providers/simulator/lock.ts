import { mkdir, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'

/**
 * Holds a folder for one process, without a trace left behind by a kill: the lock is a socket in Linux's abstract
 * namespace, which the kernel takes back with the process. Elsewhere nothing is held. Fails when another holds it.
 */
export async function lockFolder(dir: string): Promise<{ release(): Promise<void> }> {
  await mkdir(dir, { recursive: true })
  if (process.platform !== 'linux') return { release: async () => undefined }
  const name = `\0countinghouse-simulator:${await realpath(dir)}`
  const socket = createServer((peer) => peer.destroy())
  await new Promise<void>((resolve, reject) => {
    socket.once('error', () => reject(new Error(`Another simulator is running on ${dir}.`)))
    socket.listen(name, resolve)
  })
  socket.unref()
  return { release: () => new Promise((resolve) => socket.close(() => resolve())) }
}
