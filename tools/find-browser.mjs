// Finds or brings the Chromium of the browser tests. Runs on the system's Node, after the install.
import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/**
 * Writes which browser to use to `node_modules/.cache/browser.json`, which `playwright.config.ts` reads: the system's
 * Chromium, else the one from npm, which brings its libraries and fonts along.
 */
export async function findBrowser({ root, platform, say }) {
  const cache = join(root, 'node_modules', '.cache')
  const { fonts, ...browser } = systemBrowser() ?? (await packagedBrowser({ root, cache, platform, say }))
  const found = { ...browser, env: { ...browser.env, ...fontsFor({ root, cache, platform, fonts }) } }
  const file = join(cache, 'browser.json')
  const text = JSON.stringify(found)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  try {
    // Detects a browser without its libraries here rather than in every test.
    execFileSync(found.executablePath, ['--version', '--no-sandbox'], {
      env: { ...process.env, ...found.env },
      stdio: 'pipe',
    })
  } catch (error) {
    const why = String(error.stderr ?? error.message)
      .trim()
      .split('\n')[0]
    throw new Error(`The browser ${found.executablePath} does not run: ${why}`)
  }
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, text)
  say(`The browser tests use ${found.executablePath}`)
}

function systemBrowser() {
  const places = ['/usr/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
  const executablePath = places.find((place) => existsSync(place))
  return executablePath === undefined ? null : { executablePath, env: {} }
}

async function packagedBrowser({ root, cache, platform, say }) {
  if (platform !== 'linux-x64') throw new Error(`There is no browser for the tests on ${platform}: install Chromium`)
  const source = join(root, 'node_modules', '@sparticuz', 'chromium')
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  if (!existsSync(folder)) {
    say('Unpacking a browser for the tests …')
    const half = `${folder}.${process.pid}`
    rmSync(half, { recursive: true, force: true })
    await unpack(join(source, 'bin'), half, createRequire(join(source, 'package.json'))('tar-fs').extract)
    renameSync(half, folder)
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib') },
    fonts: join(folder, 'fonts'),
  }
}

async function unpack(bin, folder, extract) {
  mkdirSync(folder, { recursive: true })
  const open = (name) => [createReadStream(join(bin, name)), createBrotliDecompress()]
  await Promise.all([
    pipeline(...open('chromium.br'), createWriteStream(join(folder, 'chromium'), { mode: 0o755 })),
    ...['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'].map((name) => pipeline(...open(name), extract(folder))),
  ])
}

/**
 * East Asian and Thai fonts beside those of the package, or of the system: without any font, text is 0 px high and nothing is
 * visible, and without one of its script a letter is a box of a width of its own.
 */
function fontsFor({ root, cache, platform, fonts }) {
  if (!platform.startsWith('linux')) return {}
  const folder = join(cache, 'fonts')
  if (!existsSync(folder)) {
    const half = `${folder}.${process.pid}`
    const node = join(root, 'node_modules', '.bin', 'node')
    execFileSync(existsSync(node) ? node : process.execPath, [join(root, 'tools', 'browser-fonts.ts'), half], {
      cwd: root,
    })
    renameSync(half, folder)
  }
  const file = join(cache, 'fonts.conf')
  const others = fonts ? `<dir>${fonts}</dir><dir>/usr/share/fonts</dir>` : '<include>/etc/fonts/fonts.conf</include>'
  writeFileSync(file, fontSettings(`<dir>${folder}</dir>${others}`, join(cache, 'font-cache')))
  return { FONTCONFIG_FILE: file }
}

const fontSettings = (places, cache) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>${places}<cachedir>${cache}</cachedir></fontconfig>
`
