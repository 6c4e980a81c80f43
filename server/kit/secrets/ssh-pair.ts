import ssh2 from 'ssh2'

/** An ed25519 pair in OpenSSH's form. */
export interface SshPair {
  private: string
  public: string
}

/**
 * Makes a pair. Of 256 pairs that ssh2 makes one has a public half that begins with a zero byte, which it leaves out, and which no
 * program then reads: such a pair is made anew.
 */
export function newSshPair(options: { comment?: string } = {}): SshPair {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519', options)
    if (isRead(pair.private) && isRead(pair.public)) return pair
  }
}
const isRead = (text: string): boolean => !(ssh2.utils.parseKey(text) instanceof Error)
