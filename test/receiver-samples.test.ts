import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { receiverSamples, type SampleLanguage } from '#console/webhooks/receiver-samples.ts'
import { newWebhookSecret, webhookHeaders } from '#server/kit/outbound/webhook-signature.ts'

const folder = mkdtempSync(join(tmpdir(), 'samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The rest of a program that is told headers, bodies and secrets by lines on its input, and says yes or no for each. */
const programs: Record<
  Exclude<SampleLanguage, 'Node.js'>,
  { runtime: string; file: string; main: string; run: string[] }
> = {
  Python: {
    runtime: 'python3',
    file: 'receiver.py',
    run: ['receiver.py'],
    main: `
import sys
for line in sys.stdin:
    i, t, s, b, secret = [base64.b64decode(x) for x in line.strip().split(' ')]
    headers = {'webhook-id': i.decode(), 'webhook-timestamp': t.decode(), 'webhook-signature': s.decode()}
    print('yes' if is_genuine(headers, b, secret.decode()) else 'no')
`,
  },
  PHP: {
    runtime: 'php',
    file: 'receiver.php',
    run: ['receiver.php'],
    main: `
while (($line = fgets(STDIN)) !== false) {
    [$i, $t, $s, $b, $secret] = array_map('base64_decode', explode(' ', trim($line)));
    echo is_genuine(['webhook-id' => $i, 'webhook-timestamp' => $t, 'webhook-signature' => $s], $b, $secret) ? "yes\\n" : "no\\n";
}
`,
  },
  Go: {
    runtime: 'go',
    file: 'receiver.go',
    run: ['run', 'receiver.go', 'main.go'],
    main: '',
  },
  Java: {
    runtime: 'java',
    file: 'Main.java',
    run: ['Main.java'],
    main: '',
  },
}
const goMain = `package main

import ("bufio"; "encoding/base64"; "fmt"; "os"; "strings")

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var f []string
		for _, x := range strings.Split(lines.Text(), " ") { d, _ := base64.StdEncoding.DecodeString(x); f = append(f, string(d)) }
		h := map[string]string{"webhook-id": f[0], "webhook-timestamp": f[1], "webhook-signature": f[2]}
		if isGenuine(h, []byte(f[3]), f[4]) { fmt.Println("yes") } else { fmt.Println("no") }
	}
}
`
const javaMain = `public class Main {
  public static void main(String[] given) throws Exception {
    var lines = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
    for (String line; (line = lines.readLine()) != null;) {
      byte[][] f = new byte[5][];
      String[] parts = line.split(" ");
      for (int n = 0; n < 5; n++) f[n] = java.util.Base64.getDecoder().decode(parts[n]);
      var headers = java.util.Map.of("webhook-id", new String(f[0]), "webhook-timestamp", new String(f[1]), "webhook-signature", new String(f[2]));
      System.out.println(Receiver.isGenuine(headers, f[3], new String(f[4])) ? "yes" : "no");
    }
  }
}
`

const [secret, before] = [newWebhookSecret(), newWebhookSecret()]
const body = '{"order_ref":"1","buyer_name":"أمينة"}'
const now = new Date()
const sent = webhookHeaders({ id: 'e1', timestamp: now, body, secrets: [secret, before] })
const old = webhookHeaders({ id: 'e1', timestamp: new Date(now.getTime() - 400_000), body, secrets: [secret] })
/** Each webhook with whether it is genuine. */
const cases: readonly [headers: Record<string, string>, body: string, secret: string, genuine: 'yes' | 'no'][] = [
  [sent, body, secret, 'yes'],
  [sent, body, before, 'yes'],
  [sent, body.replace('1', '2'), secret, 'no'],
  [sent, body, newWebhookSecret(), 'no'],
  [{ ...sent, 'webhook-id': 'e2' }, body, secret, 'no'],
  [{ ...sent, 'webhook-timestamp': 'soon' }, body, secret, 'no'],
  [old, body, secret, 'no'],
]
const input = cases
  .map(([headers, text, by]) =>
    [headers['webhook-id'], headers['webhook-timestamp'], headers['webhook-signature'], text, by]
      .map((one) => Buffer.from(one ?? '').toString('base64'))
      .join(' '),
  )
  .join('\n')

describe('the samples that the console shows for receivers', () => {
  for (const [language, { runtime, file, main, run }] of Object.entries(programs)) {
    const isThere = spawnSync('sh', ['-c', `command -v ${runtime}`]).status === 0
    test.runIf(isThere)(`in ${language} believe what the server sends and nothing else`, () => {
      const code = receiverSamples[language as SampleLanguage]
      // In Java all imports come first, so the class that is run stands behind the sample.
      const program =
        language === 'Java'
          ? `${code.slice(0, code.indexOf('class Receiver'))}${javaMain}${code.slice(code.indexOf('class Receiver'))}`
          : code + main
      writeFileSync(join(folder, file), program)
      if (language === 'Go') writeFileSync(join(folder, 'main.go'), goMain)
      const { stdout, stderr } = spawnSync(runtime, run, { cwd: folder, input: `${input}\n`, encoding: 'utf8' })
      expect(stdout.trim().split('\n'), stderr).toEqual(cases.map(([, , , genuine]) => genuine))
    })
  }
})
