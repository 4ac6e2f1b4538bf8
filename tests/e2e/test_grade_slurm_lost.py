"""grade --engine slurm when a job of it is lost: a node dies, a job is preempted or put back into the queue. The same book as without."""
import unittest

from slurm import ONE, TWO, Slurm


class Lost(Slurm):
    def test_a_node_dies(self):
        self.hand_in_class()
        p = self.start()
        self.until(lambda: self.running(TWO), "a job on the second")
        self.kill_node(TWO)
        self.check_all(p)

    def test_preempted(self):
        """An urgent job takes the node, Slurm ends ours and puts it back into the queue."""
        self.hand_in_class()
        p = self.start()
        self.until(lambda: self.running(ONE), "a job on the first")
        ours = self.running(ONE)[0]
        self.until(lambda: self.shards_begun(), "a shard that judges")
        self.ask("sbatch", "--partition=urgent", "--nodelist=" + ONE, "--output=/dev/null", "--wrap=sleep 5")
        self.until(lambda: "Restarts=1" in self.ask("scontrol", "show", "job", ours), "a job that was preempted")
        self.check_all(p)

    def test_requeued(self):
        self.hand_in_class()
        p = self.start()
        self.until(lambda: self.running(ONE), "a job on the first")
        self.ask("scontrol", "requeue", self.running(ONE)[0])
        self.check_all(p)


if __name__ == "__main__":
    unittest.main()
