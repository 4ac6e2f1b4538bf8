"""A headless Chromium, spoken to over a pipe (the DevTools protocol: JSON, a NUL after each message): no package, no port, no network."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def find():
    """The program's path; the project's own set-up installs it where it is missing."""
    if not shutil.which("chromium"):
        subprocess.run([os.path.join(ROOT, "scripts", "setup.sh"), "tests"], check=True)
    return shutil.which("chromium")


class Browser:
    def __init__(self, width=1280, height=900, seconds=180):
        self.seconds, self.last, self.events, self.rest = seconds, 0, [], b""
        self.home = tempfile.mkdtemp(prefix="warplings-chromium-")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def pass_on():  # the protocol's descriptors are 3 and 4, and the pipe's own ends may have these numbers
            a, b = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(a, 3)
            os.dup2(b, 4)
        self.process = subprocess.Popen([find(), "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
                                         "--disable-background-networking", "--user-data-dir=" + self.home, "--remote-debugging-pipe",
                                         "--window-size=%d,%d" % (width, height), "about:blank"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=pass_on, close_fds=False)
        os.close(theirs_in)
        os.close(theirs_out)
        self.read, self.write, self.session = ours_in, ours_out, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def message(self):
        end = time.monotonic() + self.seconds
        while b"\0" not in self.rest:
            if not select.select([self.read], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.read, 1 << 20)
            if not more:
                raise EOFError("the browser has ended")
            self.rest += more
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def call(self, method, **params):
        self.last += 1
        told = {"id": self.last, "method": method, "params": params}
        if self.session:
            told["sessionId"] = self.session
        data = json.dumps(told).encode() + b"\0"
        while data:
            data = data[os.write(self.write, data):]
        while True:
            m = self.message()
            if m.get("id") == self.last:
                if "error" in m:
                    raise RuntimeError("%s: %s" % (method, m["error"]))
                return m["result"]
            self.events.append(m)

    def open(self, path):
        self.events = []
        self.call("Page.navigate", url="file://" + path)
        while not any(m.get("method") == "Page.loadEventFired" for m in self.events):
            self.events.append(self.message())

    def js(self, expression):
        r = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in r:
            raise RuntimeError(json.dumps(r["exceptionDetails"]))
        return r["result"].get("value")

    def complaints(self):
        """Errors of scripts, what the console was told, what the page asked of a network."""
        self.js("1")
        told = [m["params"] for m in self.events if m.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled",
                                                                         "Log.entryAdded", "Page.javascriptDialogOpening")]
        asked = [m["params"]["request"]["url"] for m in self.events if m.get("method") == "Network.requestWillBeSent"]
        return told + [u for u in asked if not u.startswith(("file://", "about:"))]

    def picture(self, path, whole=True):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as f:
            f.write(base64.b64decode(data))

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.read)
        os.close(self.write)
        shutil.rmtree(self.home, ignore_errors=True)
