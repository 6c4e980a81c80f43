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
  const found = systemBrowser() ?? (await packagedBrowser({ root, cache, platform, say }))
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
  // The number says how it is unpacked.
  const folder = join(cache, `chromium-${version}-2`)
  if (!existsSync(folder)) {
    say('Unpacking a browser for the tests …')
    const half = `${folder}.${process.pid}`
    rmSync(half, { recursive: true, force: true })
    await unpack(join(source, 'bin'), half, createRequire(join(source, 'package.json'))('tar-fs').extract)
    const node = join(root, 'node_modules', '.bin', 'node')
    execFileSync(node, [join(root, 'tools', 'browser-fonts.ts'), join(half, 'fonts')], { cwd: root })
    writeFileSync(join(half, 'fonts.conf'), fontSettings(folder))
    renameSync(half, folder)
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
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

/** Without any font, text is 0 px high and nothing is visible. */
function fontSettings(folder) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
</fontconfig>
`
}
