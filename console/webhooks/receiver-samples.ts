import { receiverSample } from './receiver-sample.ts'

/** How a receiver verifies a webhook, by language. A test runs each whose runtime is on the machine against real webhooks. */
export const receiverSamples = {
  'Node.js': receiverSample,
  Python: `import base64, hashlib, hmac, time

def is_genuine(headers: dict, raw_body: bytes, secret: str) -> bool:
    msg_id, stamp = headers['webhook-id'], headers['webhook-timestamp']
    try:
        if abs(time.time() - int(stamp)) >= 300:
            return False
    except ValueError:
        return False
    key = base64.b64decode(secret.removeprefix('whsec_'))
    own = hmac.new(key, f'{msg_id}.{stamp}.'.encode() + raw_body, hashlib.sha256).digest()
    expected = 'v1,' + base64.b64encode(own).decode()
    return any(hmac.compare_digest(expected, one) for one in headers['webhook-signature'].split(' '))
`,
  PHP: `<?php
function is_genuine(array $headers, string $rawBody, string $secret): bool {
    $id = $headers['webhook-id'];
    $time = $headers['webhook-timestamp'];
    if (!ctype_digit($time) || abs(time() - (int) $time) >= 300) return false;

    $key = base64_decode(substr($secret, strlen('whsec_')));
    $own = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$rawBody", $key, true));
    foreach (explode(' ', $headers['webhook-signature']) as $signature) {
        if (hash_equals($own, $signature)) return true;
    }
    return false;
}
`,
  Go: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

func isGenuine(headers map[string]string, rawBody []byte, secret string) bool {
	id, stamp := headers["webhook-id"], headers["webhook-timestamp"]
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() >= 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + stamp + "."))
	mac.Write(rawBody)
	own := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, signature := range strings.Split(headers["webhook-signature"], " ") {
		if hmac.Equal([]byte(own), []byte(signature)) {
			return true
		}
	}
	return false
}
`,
  Java: `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Receiver {
    static boolean isGenuine(Map<String, String> headers, byte[] rawBody, String secret) throws GeneralSecurityException {
        String id = headers.get("webhook-id");
        String time = headers.get("webhook-timestamp");
        if (!time.matches("[0-9]{1,12}")) return false;
        if (Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) >= 300) return false;

        byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + time + ".").getBytes(StandardCharsets.UTF_8));
        byte[] own = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(rawBody))).getBytes(StandardCharsets.UTF_8);
        for (String signature : headers.get("webhook-signature").split(" ")) {
            if (MessageDigest.isEqual(own, signature.getBytes(StandardCharsets.UTF_8))) return true;
        }
        return false;
    }
}
`,
} as const
export type SampleLanguage = keyof typeof receiverSamples
