/**
 * Whether a password is among those that a guesser tries first and that the other rules accept: a well-known word
 * extended by digits, a walk over the keyboard, a repeated phrase. Letter case, width, the usual letter swaps (@ for a,
 * 0 for o …) and punctuation at the ends make no difference. The list is generated from patterns.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.normalize('NFKC').toLowerCase()
  const bare = lower.replaceAll(/^[^\p{L}\p{Nd}]+|[^\p{L}\p{Nd}]+$/gu, '')
  return [lower, bare].some((text) => common.has(text) || common.has(unswapped(text)))
}

const words = [
  'password passwort passw0rd motdepasse contrasena wachtwoord parola sandi matkhau admin administrator merchant',
  'payment payments gateway countinghouse company business welcome changeme letmein iloveyou trustno whatever secret',
  'starwars superman batman pokemon football baseball basketball liverpool barcelona chelsea arsenal juventus sunshine',
  'princess monkey dragon shadow master michael jennifer charlie jordan hello summer winter spring autumn january',
  'december monday friday computer internet',
  'qwerty qwertyuiop qwertz asdfgh asdfghjkl azerty azertyuiop zxcvbnm abcdef abc a',
].flatMap((line) => line.split(' '))

const digits = Array.from({ length: 9 }, (_, at) => '123456789'.slice(0, at + 1)).concat('1234567890', '0123456789')
const tails = '111111 000000 112233 121212 123123 654321 987654321 007 666 777 888'.split(' ').concat(digits)
const years = Array.from({ length: 31 }, (_, at) => String(2000 + at))

const walks = [
  '1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz2wsx3edc4rfv qwer1234asdf q1w2e3r4t5y6 a1b2c3d4e5f6 1a2b3c4d5e6f',
  '1234567890qwerty 1234567890qwertyuiop qazwsxedc123 zaq12wsxcde3 asdf1234asdf asdfghjkl123',
].flatMap((line) => line.split(' '))

const phrases = 'abc123 pass123 qwe123 admin1 test123 hello1 a1 1a aa11 abcd1234 qwerty1'.split(' ')
const repeated = phrases.flatMap((phrase) => [2, 3, 4, 6].map((times) => phrase.repeat(times)))

const stretched = words.flatMap((word) => [
  ...[...tails, ...years].map((tail) => word + tail),
  ...digits.map((head) => head + word),
  ...digits.map((tail) => word + word + tail),
])

const unswapped = (text: string) => {
  const tail = /\p{Nd}*$/u.exec(text)?.[0] ?? ''
  const word = text.slice(0, text.length - tail.length)
  return word.replaceAll(/[@4301$57!]/g, (mark) => swaps[mark] ?? mark) + tail
}
const swaps: Record<string, string> = { '@': 'a', 4: 'a', 3: 'e', 0: 'o', 1: 'i', '!': 'i', $: 's', 5: 's', 7: 't' }

const common = new Set([...walks, ...repeated, ...stretched].filter((text) => text.length >= 12))
